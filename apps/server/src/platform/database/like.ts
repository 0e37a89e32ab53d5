/** A LIKE pattern that matches `part` anywhere in a text of lower case; `%` and `_` in it mean themselves. */
export function containing(part: string): string {
  return `%${part.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
}
