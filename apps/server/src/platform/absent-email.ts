import { createHash } from 'node:crypto'
import { absentEmailDomain } from '@covo/contract/auth/auth.rules'

/** The stand-in for the address of a member whose provider gives none; always the same for one subject. */
export function absentEmail(subject: string): string {
  return `${createHash('sha256').update(subject).digest('hex').slice(0, 32)}@${absentEmailDomain}`
}

/** An address as members may see it: empty where it is a stand-in. */
export function visibleEmail(email: string): string {
  return email.endsWith(`@${absentEmailDomain}`) ? '' : email
}
