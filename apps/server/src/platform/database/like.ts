/** A LIKE pattern that matches `part` anywhere in a text of lower case; `%` and `_` in it mean themselves. */
export function containing(part: string): string {
  return `%${literal(part)}%`
}

/** As `containing`, at the end of the text. */
export function endingWith(part: string): string {
  return `%${literal(part)}`
}

/** As `containing`, at the beginning of the text. */
export function startingWith(part: string): string {
  return `${literal(part)}%`
}

function literal(part: string): string {
  return part.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')
}
