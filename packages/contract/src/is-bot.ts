/**
 * Whether an id is a bot's: bots have ids of version 8 (RFC 9562, section 5.8), and no other member has. It stands wherever a
 * member's id does, so that no other field has to say it.
 */
export function isBot(uid: string): boolean {
  return uid.charAt(14) === '8'
}
