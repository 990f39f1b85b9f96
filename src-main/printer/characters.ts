import iconv from 'iconv-lite';
import pages from '../shared/code-pages.json' with { type: 'json' };

const pageNumbers: Readonly<Record<string, string>> = pages.byNumber;
/** Characters that printers use in addition to the standard code page. */
const additions: Readonly<Record<string, Readonly<Record<number, string>>>> = pages.additions;

const isMultiByte = (name: string): boolean => pages.multiByte.includes(name);

const undefinedCharacter = '\uFFFD';

/** Returns a visible character or a space, otherwise U+FFFD: control characters would change the text around them. */
const visible = (decoded: string): string => {
  if ([...decoded].length !== 1 || /[\p{C}\p{Zl}\p{Zp}]/u.test(decoded)) return undefinedCharacter;
  return /\p{Zs}/u.test(decoded) ? ' ' : decoded;
};

const tables = new Map<string, readonly string[]>();

function tableOf(page: string): readonly string[] {
  const known = tables.get(page);
  if (known !== undefined) return known;
  const table = Array.from(
    { length: 256 },
    (_, byte) => additions[page]?.[byte] ?? visible(iconv.decode(Buffer.of(byte), page)),
  );
  tables.set(page, table);
  return table;
}

export function createCharacters(codePage: string) {
  let page = isMultiByte(codePage) ? 'cp437' : codePage;
  let national = pages.nationalCharacters;
  let multiByte = isMultiByte(codePage) ? codePage : null;

  /**
   * Decodes the shortest sequence of up to four bytes that is one character. It has one column for each byte of a
   * two-byte encoding. UTF-8 counts as one column, because most characters take one.
   */
  const several = (bytes: Uint8Array, at: number, encoding: string) => {
    for (let count = 1; count <= (encoding === 'utf8' ? 4 : 2); count += 1) {
      const text = visible(iconv.decode(Buffer.from(bytes.subarray(at, at + count)), encoding));
      if (text !== undefinedCharacter) return { text, bytes: count, columns: encoding === 'utf8' ? 1 : count };
    }
    return { text: undefinedCharacter, bytes: 1, columns: 1 };
  };

  return {
    selectPage(number: number): void {
      page = pageNumbers[number] ?? 'ascii';
    },
    selectNational(number: number): void {
      national = pages.nationalSets[number] ?? pages.nationalCharacters;
    },
    /** Called for the commands `FS &`, `FS .` and `FS ( C 48`. */
    selectMultiByte(encoding: 'utf8' | 'two bytes' | null): void {
      const twoBytes = isMultiByte(codePage) && codePage !== 'utf8' ? codePage : 'gbk';
      multiByte = encoding === 'two bytes' ? twoBytes : encoding;
    },
    read(bytes: Uint8Array, at: number) {
      const byte = bytes[at] ?? 0;
      if (byte >= 0x80 && multiByte !== null) return several(bytes, at, multiByte);
      const text = tableOf(page)[byte] ?? undefinedCharacter;
      const place = byte < 0x80 ? pages.nationalCharacters.indexOf(text) : -1;
      return { text: place < 0 ? text : (national[place] ?? text), bytes: 1, columns: 1 };
    },
  };
}
