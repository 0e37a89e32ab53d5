import { mentionedUids, type NameOf } from '@covo/contract/chat/markup.text'
import type { Database } from '../platform/database/database.ts'
import { findNames } from './mentions.store.ts'

/** The shown name of a member who has none. */
export const anonymousName = 'Utente Anonimo'

/** The uids that a text mentions. Most mention nobody, and need not be parsed. */
export function mentionedIn(text: string): string[] {
  return text.includes('<@') ? mentionedUids(text) : []
}

/** The present names of those whom texts mention. */
export async function namesOfMentioned(database: Database, texts: readonly string[]): Promise<NameOf> {
  const uids = [...new Set(texts.flatMap(mentionedIn))]
  const names = uids.length > 0 ? await findNames(database, uids) : new Map<string, string>()
  return (uid) => {
    const name = names.get(uid)
    return name === '' ? anonymousName : name
  }
}
