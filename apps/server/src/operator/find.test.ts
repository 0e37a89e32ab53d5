import { anna } from '@covo/testing/cast'
import { eventForm } from '@covo/testing/event-form'
import { sendMessage } from '@covo/testing/member-actions'
import { expect, it } from 'vitest'
import { operate } from '../../test/operate.ts'
import { operatorSettings } from '../../test/operator-settings.ts'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()
const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\dZ`

it('finds members, messages of the public room and events by their texts, and nothing else', async () => {
  const settings = await operatorSettings(app)
  const [member, other] = [await app.as('anna'), await app.as('bruno')]
  const send = async (text: string) => {
    const answer = await sendMessage(member, 'generale', text)
    return ((await answer.json()) as { id: string }).id
  }
  const long = await send(`Comprate 100%_oro ${'🦊'.repeat(100)}`)
  await send('Comprate 100 e oro')
  const event = await member.post('/api/events', { ...eventForm(), title: 'Vendita di 100%_ORO' })
  const { id: eventId } = (await event.json()) as { id: string }

  const found = await operate(settings, 'find', '100%_oRo')
  expect(found.output).toMatch(
    new RegExp(
      `^Members: none
Messages of the public room:
  ${long}  ${time}  Anna Bassi  Comprate 100%_oro 🦊{62}…
Events:
  ${eventId}  ${time}  Anna Bassi  Vendita di 100%_ORO\n$`,
      'u',
    ),
  )
  expect(found.code).toBe(0)
  for (const words of ['ANNA@Esempio', 'nna bas', member.uid.slice(3, 30).toUpperCase()]) {
    const { output } = await operate(settings, 'find', words)
    expect(output).toContain(`Members:\n  ${member.uid}  Anna Bassi  ${anna.email}\nMess`)
  }
  const all = await operate(settings, 'find', member.uid)
  expect(all.output.split('\n').filter((line) => line.includes('Anna Bassi'))).toHaveLength(4)
  expect((await operate(settings, 'find', other.uid)).output).toContain('public room: none')

  await operate(settings, 'remove-message', long)
  await operate(settings, 'block', anna.email)
  const after = await operate(settings, 'find', member.uid)
  expect(after.output).toMatch(new RegExp(`${long}  ${time}  Anna Bassi  removed\n`))
  expect(after.output).toContain(`Anna Bassi  ${anna.email}  blocked\n`)
})

it('shows the newest twenty, and says that there are more', async () => {
  const settings = await operatorSettings(app)
  const crowd = Array.from({ length: 21 }, (_, number) => ({
    display_name: `Folla ${number}`,
    email: `folla.${number}@altrove.it`,
    email_verified: false,
    created_at: new Date(Date.UTC(2026, 0, 1, number)),
  }))
  await app.database.insertInto('users').values(crowd).execute()
  const { output } = await operate(settings, 'find', 'folla')
  expect(output.match(/ {2}Folla \d+ /g)?.map((name) => Number(name.trim().split(' ')[1]))).toEqual(
    Array.from({ length: 20 }, (_, place) => 20 - place),
  )
  expect(output).toContain('  and more: only the newest 20 are shown.\nMessages')
  await app.database.deleteFrom('users').where('display_name', '=', 'Folla 7').execute()
  expect((await operate(settings, 'find', 'folla')).output).not.toContain('and more')
})
