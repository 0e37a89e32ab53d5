import { createHash } from 'node:crypto'
import { placeholderEmailDomain } from '@covo/contract/auth/auth.rules'

/** The placeholder for the address of a member who has none; always the same for one subject. */
export function placeholderEmail(subject: string): string {
  return `${createHash('sha256').update(subject).digest('hex').slice(0, 32)}@${placeholderEmailDomain}`
}

/** A stored address, which mails and screens may use: empty where it is a placeholder, or where there is no row. */
export function emailOrEmpty(email = ''): string {
  return email.endsWith(`@${placeholderEmailDomain}`) ? '' : email
}
