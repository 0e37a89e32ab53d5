import { domainToASCII } from 'node:url'

/** Domains of one service, at each of which a mailbox is the same. */
const sameService: Partial<Record<string, string>> = {
  'googlemail.com': 'gmail.com',
  'protonmail.com': 'proton.me',
  'protonmail.ch': 'proton.me',
  'pm.me': 'proton.me',
  'mac.com': 'icloud.com',
  'me.com': 'icloud.com',
}

/** Letters of a name that a service passes over. */
const passedOver: Partial<Record<string, RegExp>> = { 'gmail.com': /\./g, 'proton.me': /[._-]/g }

/**
 * The key of the mailbox that an address leads to, by which mails to one person are counted: with tags and dots, in capitals or
 * quotes, and by another domain of its service it is one. Two mailboxes with one key share a limit, no more: an address is
 * stored and written to as it was typed.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const written = email.slice(at + 1).toLowerCase()
  const ascii = (domainToASCII(written) || written).replace(/\.$/, '')
  const domain = sameService[ascii] ?? ascii
  const name = email
    .slice(0, at)
    .normalize('NFKC')
    .toLowerCase()
    // RFC 5321, section 4.1.2: quotes and backslashes are no part of it.
    .replaceAll(/["\\]/g, '')
    .replaceAll(passedOver[domain] ?? '', '')
  // RFC 5233, section 1: a tag follows a plus; at Yahoo a hyphen.
  const tag = domain.startsWith('yahoo.') ? /(?<=.)[+-].*$/s : /(?<=.)\+.*$/s
  return `${name.replace(tag, '')}@${domain}`
}
