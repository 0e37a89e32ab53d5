/** Of UTF-16 units: a code of 24 letters, whatever stands between them. To put many marks in order takes long. */
const longest = 200

/**
 * A one-time code, a recovery code or an invite's as it is compared: its letters and digits alone, in capitals. Apps show codes in groups, and
 * what is pasted, dictated or typed on another keyboard has other dashes, blanks and letters without width between them, and wide or
 * other scripts' digits in them.
 */
export function plainCode(typed: string): string {
  return typed
    .slice(0, longest)
    .normalize('NFKC')
    .replaceAll(/[[\p{Nd}]--\p{ASCII}]/gv, (digit) => String(valueOfDigit(digit)))
    .replaceAll(/[^\p{L}\p{N}]|\p{Lm}/gu, '')
    .toUpperCase()
}

/** Unicode has the digits of a script in a row, from 0 to 9; NFKC takes away the only rows that follow one another. */
function valueOfDigit(digit: string): number {
  const point = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value += 1
  return value
}
