/** Without Shift and with it, by `KeyboardEvent.code`. */
const characters: Readonly<Record<string, readonly [string, string]>> = {
  ...{ Minus: ['-', '_'], Equal: ['=', '+'], BracketLeft: ['[', '{'], BracketRight: [']', '}'] },
  ...{ Backslash: ['\\', '|'], Semicolon: [';', ':'], Quote: ["'", '"'], Backquote: ['`', '~'] },
  ...{ Comma: [',', '<'], Period: ['.', '>'], Slash: ['/', '?'], Space: [' ', ' '] },
};
const shiftedDigits = ')!@#$%^&*(';

/**
 * The character that a key has on a keyboard of the United States, which is how scanners are delivered; the key's own one
 * where that is not known.
 */
export function onUnitedStatesKeyboard({
  code,
  key,
  shiftKey,
}: Pick<KeyboardEvent, 'code' | 'key' | 'shiftKey'>): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase();
  const digit = /^(Digit|Numpad)(\d)$/.exec(code);
  if (digit !== null)
    return digit[1] === 'Digit' && shiftKey ? (shiftedDigits[Number(digit[2])] ?? key) : (digit[2] ?? key);
  return characters[code]?.[shiftKey ? 1 : 0] ?? key;
}
