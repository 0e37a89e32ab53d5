import type { Privacy, PrivacyChanges } from '@covo/contract/settings/settings.routes'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'

export async function findEmail(database: Database, uid: string): Promise<string | undefined> {
  const row = await database.selectFrom('users').select('email').where('id', '=', uid).executeTakeFirst()
  return row?.email
}

const privacyColumns = {
  bio: 'bio_audience',
  professione: 'profession_audience',
  citta: 'city_audience',
  telefono: 'phone_audience',
  dataNascita: 'birth_date_audience',
  emailToFriends: 'email_to_friends',
  findableByEmail: 'findable_by_email',
  showPresence: 'show_presence',
  readReceipts: 'read_receipts',
  showTyping: 'show_typing',
  showParticipation: 'show_participation',
} as const satisfies Record<keyof Privacy, string>

export async function findPrivacy(database: Database, uid: string): Promise<Privacy> {
  return await database
    .selectFrom('users')
    .select(['bio_audience as bio', 'profession_audience as professione', 'city_audience as citta'])
    .select(['phone_audience as telefono', 'birth_date_audience as dataNascita'])
    .select(['email_to_friends as emailToFriends', 'findable_by_email as findableByEmail'])
    .select(['show_presence as showPresence', 'read_receipts as readReceipts', 'show_typing as showTyping'])
    .select('show_participation as showParticipation')
    .where('id', '=', uid)
    .executeTakeFirstOrThrow()
}

/** Sets the given choices; the others stay. */
export async function updatePrivacy(
  trx: DatabaseTransaction,
  uid: string,
  changes: PrivacyChanges,
): Promise<void> {
  const columns = Object.entries(changes).map(([name, value]) => [
    privacyColumns[name as keyof Privacy],
    value,
  ])
  if (columns.length === 0) return
  await trx.updateTable('users').set(Object.fromEntries(columns)).where('id', '=', uid).execute()
}
