import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runOperatorCommand } from '@covo/testing/operator-command'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { operatorSettings } from '../../test/operator-settings.ts'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()
const hostile = 'Eve\u001b]0;PWNED\u0007\u009b31m\u202e'
const shown = 'Eve\\u{1b}]0;PWNED\\u{7}\\u{9b}31m\\u{202e}'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'covo-terminal-'))
})
afterAll(() => rm(folder, { recursive: true }))

it('is never sent control characters of members’ texts', async () => {
  const settings = await operatorSettings(app)
  const { id: uid } = await app.database
    .insertInto('users')
    .values({ display_name: hostile, email: `${hostile}@esempio.it`.toLowerCase(), email_verified: false })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into messages (conversation_id, sequence, sender_id, client_id, text, sent_at)
    values ('generale', 1, ${uid}, gen_random_uuid(), ${hostile}, now())`.execute(app.database)
  await sql`insert into conversations (id, kind, head) values (${hostile}, 'private', 3)`.execute(
    app.database,
  )
  const { id: eventId } = await app.database
    .insertInto('events')
    .values({
      title: hostile,
      description: '',
      link: '',
      category: 'ctf',
      duration: '',
      organizer_id: uid,
      starts_at: new Date(),
      ends_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const file = join(folder, 'users.json')
  await writeFile(file, JSON.stringify({ [`a${hostile}`]: { displayName: 'Fred', email: hostile } }))

  for (const words of [
    ['find', 'eve'],
    ['block', uid],
    ['unblock', uid],
    ['reset-link', uid],
    ['check'],
    ['import', file],
    ['remove-event', eventId],
    ['remove-member', uid],
    ['remove-member', uid, '--yes'],
    // Pasted text comes back in the answer.
    ['block', hostile],
    ['remove-message', hostile],
    [hostile],
    ['backup', join(folder, hostile, 'file')],
  ]) {
    const { output } = await runOperatorCommand(settings, ...words)
    expect(output, words[0]).toContain(shown.slice(0, 20))
    expect(output.match(/[^\n\P{Cc}]|\p{Cf}/gu), words[0]).toBeNull()
  }
})
