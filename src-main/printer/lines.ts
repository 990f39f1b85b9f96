export type Align = 'left' | 'center' | 'right';

/** The columns of common paper, if no printed line reveals the width. */
const usualColumns = 42;
const mostColumns = 48;
const furthestColumn = 255;
/** The most characters of a print, including line ends. */
const mostLength = 64 * 1024;

/** The printed lines of a print. Positions are columns of the normal font. */
export function createLines() {
  const lines: { readonly text: string; readonly align: Align }[] = [];
  let cells: string[] = [];
  let column = 0;
  let length = 0;

  return {
    /** Two different characters in one position cannot be read. Bold type prints the same character twice. */
    put(character: string, columns: number): void {
      while (cells.length < column) cells.push(' ');
      const before = cells[column] ?? ' ';
      cells[column] = before === ' ' || before === character ? character : '\uFFFD';
      for (let at = column + 1; at < column + columns; at += 1) cells[at] ??= '';
      column += columns;
    },
    /** Beyond the paper, the printer ignores a position. */
    moveTo(target: number): void {
      if (target >= 0 && target <= furthestColumn) column = target;
    },
    column: () => column,
    feed(align: Align): void {
      const text = cells.join('').trimEnd();
      length += text.length + 1;
      if (length <= mostLength) lines.push({ text, align });
      cells = [];
      column = 0;
    },
    hasText: () => cells.length > 0,
    /** The number of printed lines. `forget` drops the lines after this number, and the unfinished line. */
    count: () => lines.length,
    forget(from: number): void {
      lines.length = Math.min(lines.length, from);
      cells = [];
      column = 0;
    },
    isTooLong: () => length + cells.length > mostLength,
    text(): string {
      const widest = lines.reduce(
        (most, { text, align }) => (align === 'left' ? Math.max(most, text.length) : most),
        0,
      );
      const columns = widest === 0 ? usualColumns : Math.min(widest, mostColumns);
      const aligned = lines.map(({ text, align }) => {
        const room = Math.max(0, columns - text.length);
        return text === '' || align === 'left' ? text : `${' '.repeat(align === 'right' ? room : room >> 1)}${text}`;
      });
      return `${aligned.join('\n').trimEnd()}\n`.replace(/^\n+/, '');
    },
  };
}

export type Lines = ReturnType<typeof createLines>;
