import { createHash } from 'node:crypto'
import { absentEmailDomain } from '@covo/contract/auth/auth.rules'

/** What stands in the place of the address of somebody whose provider tells none; one and the same for one subject. */
export function absentEmail(subject: string): string {
  return `${createHash('sha256').update(subject).digest('hex').slice(0, 32)}@${absentEmailDomain}`
}

/** An address as people may see it: empty where there is none. */
export function visibleEmail(email: string): string {
  return email.endsWith(`@${absentEmailDomain}`) ? '' : email
}
