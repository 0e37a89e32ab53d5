import type { Bot } from '@covo/contract/tokens/bots.routes'
import { botScopes } from '@covo/contract/tokens/bots.rules'
import { makeBot } from '@covo/testing/member-actions'
import { visit } from '@covo/testing/visitor'
import { expect, it } from 'vitest'
import { operate as operateWith } from '../../test/operate.ts'
import { operatorSettings } from '../../test/operator-settings.ts'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()
const operate = async (...words: string[]) => await operateWith(await operatorSettings(app), ...words)

it('prints the token of a bot, which its owner sees at once', async () => {
  const anna = await app.as('anna')
  const tab = app.live(anna)
  await tab.receive('live.welcome')
  const { code, output } = await operate('add-bot', 'Annunciatore', anna.uid)
  expect([code, output]).toEqual([0, expect.stringMatching(/^Made: Annunciatore \(.+\), a bot of /)])
  await tab.receive('account.changed')
  const { bots } = await anna.read<{ bots: Bot[] }>('/api/bots')
  expect(bots).toMatchObject([
    { displayName: 'Annunciatore', token: { scopes: botScopes, expiresAt: null, lastUsedOn: null } },
  ])
  const bot = visit(app.origin, { token: /^covo_\w{36}$/m.exec(output)?.[0] ?? '' })
  expect(await bot.read('/api/profiles/me')).toMatchObject({ uid: bots[0]?.uid, isBot: true })
})

it('makes none with a name that is none, for a bot or an absent member, or beyond the third', async () => {
  const bruno = await app.as('bruno')
  const bot = await makeBot(bruno, 'Robottino')
  const refused = { code: 1, output: expect.any(String) }
  for (const [name, owner, sentence] of [
    ['ab', bruno.uid, 'A bot has a name as members have'],
    ['Robottino', bruno.uid, 'Somebody has this name'],
    ['Figlio', bot.uid, 'is a bot.'],
    ['Nipote', 'nessuno@esempio.it', 'There is no member'],
  ] as const) {
    const answer = await operate('add-bot', name, owner)
    expect(answer).toEqual(refused)
    expect(answer.output).toContain(sentence)
  }
  for (const name of ['Secondo', 'Terzo']) await operate('add-bot', name, bruno.uid)
  expect((await operate('add-bot', 'Quarto', bruno.uid)).output).toContain('has 3 bots already.')
  expect((await bruno.read<{ bots: Bot[] }>('/api/bots')).bots).toHaveLength(3)
})

it('does for a bot nothing that would let somebody sign in as it', async () => {
  const carla = await app.as('carla')
  const bot = await makeBot(carla, 'Solo un bot')
  for (const command of ['reset-link', 'add-moderator'])
    expect(await operate(command, bot.uid)).toMatchObject({
      code: 1,
      output: expect.stringContaining('is a bot.'),
    })
  expect((await operate('stats')).output).toMatch(/^bots: \d+$/m)
})
