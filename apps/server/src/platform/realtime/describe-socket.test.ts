import { closeCodes } from '@covo/contract/realtime'
import { scopesOfNews } from '@covo/contract/tokens/news-scopes'
import { expect, it } from 'vitest'
import { lintDescription } from '../../../test/lint-description.ts'
import { makeModerator } from '../../../test/make-moderator.ts'
import { runTestApp } from '../../../test/test-app.ts'

const app = runTestApp()
const path = '/api/asyncapi.json'

type Description = {
  channels: {
    live: {
      'x-topics': { name: string; scope: string | null }[]
      'x-close-codes': { code: number; description: string }[]
    }
  }
  components: {
    messages: { news: { payload: { items: { oneOf: { $ref: string }[] } } } }
    schemas: Record<string, { description?: string; 'x-scope'?: string | null }>
  }
}

it('keeps the recommended rules of Redocly', async () => {
  expect(await lintDescription(await (await app.visit().fetch(path)).text())).toEqual([])
})

it('has each type of news with its scope, and each close code', async () => {
  const { channels, components } = await app.visit().read<Description>(path)
  const types = components.messages.news.payload.items.oneOf.map(({ $ref }) => $ref.split('/').at(-1) ?? '')
  expect(new Set(types.filter((type) => !type.startsWith('live.')))).toEqual(
    new Set(Object.keys(scopesOfNews)),
  )
  for (const type of types) {
    const schema = components.schemas[type]
    expect([type, schema?.description]).toEqual([type, expect.stringMatching(/^.{15,}\.$/)])
    if (type in scopesOfNews)
      expect([type, schema?.['x-scope']]).toEqual([type, scopesOfNews[type as keyof typeof scopesOfNews]])
  }
  expect(channels.live['x-close-codes'].map(({ code }) => code)).toEqual(Object.values(closeCodes))
})

it('has each topic, which a member and a token of its scope may watch', async () => {
  const { channels } = await app.visit().read<Description>(path)
  const topics = channels.live['x-topics']
  expect(Object.fromEntries(topics.map(({ name, scope }) => [name, scope]))).toEqual({
    'chat:{conversationId}': 'chat:read',
    'head:{conversationId}': 'chat:read',
    'events:all': 'events:read',
    'members:all': 'profile:read',
    'moderation:all': null,
    'rooms:all': 'chat:read',
    'heads:stanze': 'chat:read',
  })
  const anna = await app.as('anna')
  await makeModerator(app.database, anna.uid)
  const tab = app.live(anna)
  await tab.receive('live.welcome')
  for (const { name } of topics) await tab.watch(name.replace('{conversationId}', 'generale'))
})

it('is not sent again to a client that has it', async () => {
  const first = await app.visit().fetch(path)
  const tag = first.headers.get('etag') ?? ''
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/json'])
  const again = await app.visit().fetch(path, { headers: { 'if-none-match': tag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
})
