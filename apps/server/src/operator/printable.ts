/**
 * A text as a terminal may show it. Members choose names, and a terminal obeys what it is sent: control characters, which
 * set its title, its colours or its clipboard (C0, C1, ECMA-48), and characters that change the direction or show nothing
 * (Unicode's Cf, Zl and Zp; CVE-2021-42574) stand as `\u{1b}`.
 */
export function printable(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
}
