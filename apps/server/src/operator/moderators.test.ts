import { expect, it } from 'vitest'
import { makeModerator } from '../../test/make-moderator.ts'
import { operate as operateWith } from '../../test/operate.ts'
import { operatorSettings } from '../../test/operator-settings.ts'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()

it('adds, lists and removes moderators, at once on their screen', async () => {
  const operate = async (...words: string[]) =>
    (await operateWith(await operatorSettings(app), ...words)).output
  const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
  const tab = app.live(anna)
  await tab.receive('live.welcome')
  expect(await operate('list-moderators')).toBe('Nobody moderates.\n')
  expect(await operate('add-moderator', anna.uid)).toMatch(/^Moderates: /)
  await tab.receive('account.changed')
  expect(await operate('add-moderator', anna.uid)).toMatch(/^Moderated already: /)
  await makeModerator(app.database, bruno.uid)
  const listed = (await operate('list-moderators')).trim().split('\n')
  expect(listed).toHaveLength(2)
  expect(listed.find((line) => line.includes(anna.uid))).toMatch(/: no second factor$/)
  expect(listed.find((line) => line.includes(bruno.uid))).not.toContain('second factor')
  expect((await bruno.fetch('/api/moderation/log')).status).toBe(200)
  expect(await operate('remove-moderator', bruno.uid)).toMatch(/^Moderates no more: /)
  expect((await bruno.fetch('/api/moderation/log')).status).toBe(404)
  expect(await operate('remove-moderator', bruno.uid)).toMatch(/^Did not moderate: /)
})
