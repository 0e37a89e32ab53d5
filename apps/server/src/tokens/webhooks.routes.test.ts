import { createHmac, randomUUID } from 'node:crypto'
import { publicRoomId, roomId } from '@covo/contract/chat/chat.rules'
import type { Bot } from '@covo/contract/tokens/bots.routes'
import { maximumWebhooks, webhookPath } from '@covo/contract/tokens/bots.rules'
import { makeBot, makeWebhook } from '@covo/testing/member-actions'
import { refusalOf } from '@covo/testing/refusal'
import { type Member, type Visitor, visit } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makeRoom, setArchived } from '../../test/make-room.ts'
import { rawHead, sendRaw } from '../../test/security/raw-http.ts'
import { runTestApp, unlimited } from '../../test/test-app.ts'

const logLines: string[] = []
const app = runTestApp({ limits: unlimited, onLogLine: (line) => logLines.push(line) })

const newcomer = () => app.newcomer()

async function newHook() {
  const owner = await newcomer()
  const bot = await makeBot(owner, `Postino di ${owner.name}`)
  const path = await makeWebhook(owner, bot)
  return { owner, bot, path, secret: path.slice(webhookPath.length) }
}

const botsOf = async (owner: Visitor) => (await owner.read<{ bots: Bot[] }>('/api/bots')).bots

/** As another service does: without cookie and Origin. */
async function call(path: string, body: unknown, headers: Record<string, string> = {}, origin = app.origin) {
  return await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body:
      typeof body === 'string' || body instanceof Uint8Array
        ? (body as Uint8Array<ArrayBuffer>)
        : JSON.stringify(body),
  })
}

async function countMessages(bot: { uid: string }): Promise<number> {
  const { rows } = await sql`
    select from messages where sender_id = ${bot.uid} and conversation_id = ${publicRoomId}`.execute(
    app.database,
  )
  return rows.length
}

const issue = {
  action: 'opened',
  issue: { number: 7, title: 'Perché cade?', html_url: 'https://github.com/covo-ctf/covo/issues/7' },
  sender: { login: 'annab' },
  repository: { full_name: 'covo-ctf/covo', html_url: 'https://github.com/covo-ctf/covo' },
}
const signatureOf = (body: string, secret: string) => ({
  'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
})

describe('a webhook', () => {
  it('posts into the room of its bot, until the bot leaves or the room is archived', async () => {
    const owner = await newcomer()
    const bot = await makeBot(owner, `Postino di ${owner.name}`)
    const slug = await makeRoom(app.database, { name: `Sfide di ${owner.uid.slice(0, 8)}` })
    const made = () => owner.post(`/api/bots/${bot.uid}/webhooks`, { name: 'GitHub', room: slug })
    const move = (way: 'put' | 'delete') => owner[way](`/api/bots/${bot.uid}/rooms/${slug}`)
    await owner.put(`/api/rooms/${slug}/membership`)
    expect(await refusalOf(made())).toEqual([403, 'rooms.not_member'])
    expect((await move('put')).status).toBe(204)
    const path = await makeWebhook(owner, bot, slug)
    expect(await botsOf(owner)).toMatchObject([
      { rooms: [{ slug, isMember: true }], webhooks: [{ room: slug }] },
    ])
    expect((await call(path, { text: 'ciao' })).status).toBe(201)
    expect(await (await owner.fetch(`/api/chat/${roomId(slug)}/messages`)).text()).toContain('ciao')
    expect(await countMessages(bot)).toBe(0)
    await setArchived(app.database, slug, true)
    expect(await refusalOf(call(path, { text: 'chiusa' }))).toEqual([403, 'chat.read_only'])
    await setArchived(app.database, slug, false)
    await move('delete')
    expect(await refusalOf(call(path, { text: 'fuori' }))).toEqual([403, 'rooms.not_member'])
  })

  it('posts a text into the public room as its bot', async () => {
    const { owner, bot, path } = await newHook()
    const answer = await call(path, { text: 'La **sfida** 12 è aperta.' })
    expect([answer.status, await answer.json()]).toMatchObject([
      201,
      { userId: bot.uid, text: 'La **sfida** 12 è aperta.' },
    ])
    const [listed] = await botsOf(owner)
    expect(listed?.webhooks).toMatchObject([
      { name: 'GitHub', lastUsedOn: new Date().toISOString().slice(0, 10) },
    ])
    expect(listed?.token?.lastUsedOn).toBeNull()
  })

  it('posts what GitHub sends, signed right, once for each delivery', async () => {
    const { bot, path, secret } = await newHook()
    const body = JSON.stringify(issue)
    const headers = {
      'x-github-event': 'issues',
      'x-github-delivery': randomUUID(),
      ...signatureOf(body, secret),
    }
    const first = await call(path, body, headers)
    expect([first.status, ((await first.json()) as { text: string }).text]).toEqual([
      201,
      'annab ha aperto la issue [#7 Perché cade?](https://github.com/covo-ctf/covo/issues/7) in [covo-ctf/covo](https://github.com/covo-ctf/covo)',
    ])
    expect((await call(path, body, headers)).status).toBe(200)
    expect(await countMessages(bot)).toBe(1)
    expect((await call(path, body, { ...headers, 'x-github-delivery': randomUUID() })).status).toBe(201)
  })

  it('posts what GitLab sends, once for each delivery, and what CTFd sends', async () => {
    const { bot, path, secret } = await newHook()
    const pipeline = {
      project: { path_with_namespace: 'covo/sfide' },
      object_attributes: { id: 31, ref: 'main', status: 'failed' },
    }
    const headers = {
      'x-gitlab-event': 'Pipeline Hook',
      'x-gitlab-event-uuid': randomUUID(),
      'x-gitlab-token': secret,
    }
    for (const status of [201, 200]) expect((await call(path, pipeline, headers)).status).toBe(status)
    const solved = { challenge: { name: 'RSA' }, user: { name: 'carla' } }
    expect((await call(path, solved, { 'ctfd-webhook-event': 'first_blood' })).status).toBe(201)
    expect(await countMessages(bot)).toBe(2)
  })

  it('posts nothing of other events, or of what is not as it says', async () => {
    const { bot, path } = await newHook()
    for (const [event, body] of [
      ['ping', { zen: 'Keep it logically awesome.' }],
      ['issues', { ...issue, action: 'labeled' }],
      ['issues', { text: 'inventato' }],
    ] as const)
      expect((await call(path, body, { 'x-github-event': event })).status).toBe(204)
    expect(await countMessages(bot)).toBe(0)
  })

  it('refuses a wrong signature (S-18)', async () => {
    const { bot, path, secret } = await newHook()
    const body = JSON.stringify(issue)
    const wrong = {
      'by another secret': signatureOf(body, 'covo_altro'),
      'of another body': signatureOf('{}', secret),
      none: { 'x-hub-signature-256': 'sha256=' },
      'too short': { 'x-hub-signature-256': signatureOf(body, secret)['x-hub-signature-256'].slice(0, -1) },
      'two in one': {
        'x-hub-signature-256': Array(2).fill(signatureOf(body, secret)['x-hub-signature-256']).join(', '),
      },
      'of GitLab, another': { 'x-gitlab-token': 'covo_altro' },
    }
    for (const [which, headers] of Object.entries(wrong))
      expect(await refusalOf(call(path, body, { 'x-github-event': 'issues', ...headers })), which).toEqual([
        403,
        'webhooks.signature_wrong',
      ])
    expect(await countMessages(bot)).toBe(0)
  })

  it('posts nothing of what is no message, and says why', async () => {
    const { bot, path } = await newHook()
    for (const [status, code, body] of [
      [400, 'common.invalid_request', { text: 7 }],
      [400, 'common.invalid_request', '{'],
      [400, 'common.invalid_request', '[{'.repeat(60_000)],
      [400, 'common.invalid_request', `{"text":"x","deep":${'['.repeat(1000)}${']'.repeat(1000)}}`],
      [400, 'common.not_utf8', Buffer.from('\ufeff{"text":"x"}', 'utf16le')],
      [422, 'chat.message_empty', { text: ' ' }],
      [422, 'chat.message_empty', { text: '\u2800\u200b' }],
    ] as const)
      expect(await refusalOf(call(path, body))).toEqual([status, code])
    expect(await countMessages(bot)).toBe(0)
  })

  it('cuts a text that is too long for a message', async () => {
    const { path } = await newHook()
    const answer = await call(path, { text: 'è'.repeat(2001) })
    expect([answer.status, ((await answer.json()) as { text: string }).text]).toEqual([
      201,
      `${'è'.repeat(1999)}…`,
    ])
  })

  it('opens nothing else, and nothing else opens it (S-01)', async () => {
    const { owner, bot, secret } = await newHook()
    const program = visit(app.origin, { token: secret })
    for (const at of ['/api/profiles/me', '/api/chat/generale/messages', '/api/bots'])
      expect(await refusalOf(await program.fetch(at))).toEqual([403, 'common.scope_missing'])
    expect((await call(`${webhookPath}${bot.secret}`, { text: 'ciao' })).status).toBe(403)
    const other = secret.slice(0, -1) + (secret.endsWith('x') ? 'y' : 'x')
    expect((await call(`${webhookPath}${other}`, { text: 'ciao' })).status).toBe(401)
    expect((await owner.post(`${webhookPath}inventato`, { text: 'ciao' })).status).toBe(401)
    // Not as its address is written, a session would be all that is left.
    expect((await owner.post('/api/%68ooks/inventato', { text: 'ciao' })).status).toBe(401)
  })

  it('stands in no log, and by its hash alone in the database (S-05)', async () => {
    const { owner, path, secret } = await newHook()
    await call(path, { text: 'ciao' })
    await call(path, { text: ' ' })
    expect(logLines.join('\n')).not.toContain(secret.slice(5, 20))
    const { rows } = await sql`select tokens::text from tokens`.execute(app.database)
    expect(JSON.stringify(rows)).not.toContain(secret.slice(5, 20))
    expect(JSON.stringify(await botsOf(owner))).not.toContain(secret.slice(5, 20))
  })
})

/** What GitHub sends of a push with many commits, of which a few hundred bytes are read. */
function pushOf(commits: number): string {
  const files = Array.from({ length: 9 }, (_, index) => `sorgenti/cartella/file-${index}.ts`)
  return JSON.stringify({
    ref: 'refs/heads/main',
    compare: 'https://github.com/covo-ctf/covo/compare/a...b',
    commits: Array.from({ length: commits }, (_, index) => ({
      message: `Cambia ${index}`,
      added: files,
      removed: files,
      modified: files,
    })),
    sender: issue.sender,
    repository: issue.repository,
  })
}

describe('a body of another service', () => {
  const asPush = (body: string | Uint8Array, secret: string) => ({
    'x-github-event': 'push',
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  })
  const text = (commits: number) =>
    `annab ha pubblicato [${commits} commit](https://github.com/covo-ctf/covo/compare/a...b) su main di [covo-ctf/covo](https://github.com/covo-ctf/covo): «Cambia ${commits - 1}»`

  it('may have 25 MB, in pieces too', async () => {
    const { path, secret } = await newHook()
    const body = pushOf(25_000)
    expect(body.length).toBeGreaterThan(19_000_000)
    const answer = await call(path, body, asPush(body, secret))
    expect([answer.status, ((await answer.json()) as { text: string }).text]).toEqual([201, text(25_000)])
    const inPieces = await fetch(`${app.origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...asPush(body, secret) },
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(inPieces.status).toBe(201)
    expect(await refusalOf(call(path, body, asPush('', secret)))).toEqual([403, 'webhooks.signature_wrong'])
    const tooLarge = JSON.stringify({ text: 'ciao', more: 'a'.repeat(26_300_000) })
    expect(await refusalOf(call(path, tooLarge))).toEqual([413, 'common.payload_too_large'])
  })

  it('that is more than it can be read in is refused, and ends nothing but its own process (S-19)', async () => {
    const { bot, path } = await newHook()
    for (const [status, body] of [
      [503, `{"text":"x","more":[{}${',{}'.repeat(8_500_000)}]}`],
      [400, `{"text":"x","more":${'['.repeat(12_000_000)}${']'.repeat(12_000_000)}}`],
      [201, `{"more":"${'['.repeat(20_000_000)}\\"${'{'.repeat(5_000_000)}","text":"ciao"}`],
    ] as const)
      expect((await call(path, body)).status, body.slice(0, 30)).toBe(status)
    expect(await countMessages(bot)).toBe(1)
  }, 60_000)

  it('waits while others are read, and is refused where too many wait', async () => {
    const { path } = await newHook()
    const head = rawHead(app.origin, 'POST', path, [
      ['Content-Type', 'application/json'],
      ['Content-Length', '6000000'],
    ])
    // One is read and two wait, for bodies that don't come.
    const refused = await Promise.race(Array.from({ length: 4 }, () => sendRaw(app.origin, head)))
    expect(refused.status).toBe(503)
    expect(refused.text).toMatch(/^retry-after: 5\r$/im)
    expect((await call(path, { text: 'ancora' })).status).toBe(201)
  })

  it('may be a form, as GitHub sends it', async () => {
    const { path, secret } = await newHook()
    const body = String(new URLSearchParams({ payload: pushOf(2) }))
    const headers = { ...asPush(body, secret), 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await call(path, body, headers)
    expect([answer.status, ((await answer.json()) as { text: string }).text]).toEqual([201, text(2)])
    const again = {
      ...asPush(body, secret),
      'content-type': 'Application/X-WWW-Form-Urlencoded; charset=UTF-8',
    }
    expect((await call(path, body, again)).status).toBe(201)
    for (const form of ['', 'payload=', 'altro=1', 'payload=%7B&payload=%7B%22text%22%3A%22x%22%7D'])
      expect(
        await refusalOf(
          call(path, form || 'payload', { 'content-type': 'application/x-www-form-urlencoded' }),
        ),
      ).toEqual([400, 'common.invalid_request'])
  })

  it('is signed over its bytes, a mark of their order included', async () => {
    const { path, secret } = await newHook()
    const body = '\ufeff{"text":"x"}'
    expect((await call(path, body, signatureOf(body, secret))).status).toBe(201)
    expect((await call(path, body)).status).toBe(201)
  })

  it('is refused where it is no UTF-8, and nothing of it is posted', async () => {
    const { bot, path, secret } = await newHook()
    const bytes = Buffer.from('{"text":"citt\xe0"}', 'latin1')
    const send = (body: Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
      fetch(`${app.origin}${path}`, { method: 'POST', headers, body })
    for (const [type, body] of [
      ['application/json', bytes],
      ['application/json; charset=iso-8859-1', bytes],
      ['application/x-www-form-urlencoded', Buffer.from('payload=%7B%22text%22%3A%22citt%E0%22%7D')],
    ] as const)
      expect(
        await refusalOf(
          send(new Uint8Array(body), {
            'content-type': type,
            'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
          }),
        ),
      ).toEqual([400, 'common.not_utf8'])
    expect(await countMessages(bot)).toBe(0)
  })
})

describe('making one', () => {
  it('is refused without a name, of another’s bot, and above five', async () => {
    const { owner, bot } = await newHook()
    const at = `/api/bots/${bot.uid}/webhooks`
    expect(await refusalOf(await owner.post(at, { name: ' ' }))).toEqual([422, 'tokens.name_missing'])
    const stranger = await newcomer()
    expect(await refusalOf(await stranger.post(at, { name: 'Altro' }))).toEqual([404, 'bots.not_found'])
    const answers = await Promise.all(Array.from({ length: 7 }, () => owner.post(at, { name: 'Altro' })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(maximumWebhooks - 1)
    for (const answer of answers)
      if (answer.status !== 201) expect(await refusalOf(answer)).toEqual([409, 'webhooks.too_many'])
  })
})

describe('its end', () => {
  const endings: Record<string, (owner: Member, bot: Bot) => Promise<Response>> = {
    'revoked by its owner': (owner, bot) =>
      owner.delete(`/api/bots/${bot.uid}/webhooks/${bot.webhooks[0]?.id}`),
    'the bot’s deletion': (owner, bot) => owner.delete(`/api/bots/${bot.uid}`),
    'the deletion of the owner’s account': (owner) =>
      owner.post('/api/account/deletion', { eraseTexts: false }),
  }
  it.each(Object.entries(endings))('%s: at each process', async (_, end) => {
    const { owner, path } = await newHook()
    const elsewhere = await app.startAnother()
    const [bot] = await botsOf(owner)
    if (!bot) throw new Error('no bot')
    await end(owner, bot)
    for (const origin of [app.origin, elsewhere])
      expect((await call(path, { text: 'ciao' }, {}, origin)).status).toBe(401)
  })

  it('is not another token of its bot, and nobody else’s to cause', async () => {
    const { owner, bot, path } = await newHook()
    await owner.post(`/api/bots/${bot.uid}/token`, { scopes: ['chat:read'], expiresInDays: null })
    const id = (await botsOf(owner))[0]?.webhooks[0]?.id
    const stranger = await newcomer()
    expect((await stranger.delete(`/api/bots/${bot.uid}/webhooks/${id}`)).status).toBe(204)
    expect((await call(path, { text: 'ancora' })).status).toBe(201)
  })
})

describe('its limit', () => {
  const narrow = runTestApp({ limits: { webhookPosts: { points: 2, seconds: 60 } } })

  it('is its own (S-19)', async () => {
    const owner = await narrow.as('anna')
    const bot = await makeBot(owner, 'Postino')
    const [path, other] = [await makeWebhook(owner, bot), await makeWebhook(owner, bot)]
    const post = (to: string) => call(to, { text: 'ciao' }, {}, narrow.origin)
    for (const status of [201, 201]) expect((await post(path)).status).toBe(status)
    const refused = await post(path)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refusalOf(refused)).toEqual([429, 'webhooks.too_many_posts'])
    expect((await post(other)).status).toBe(201)
  })

  it('counts what is posted alone', async () => {
    const path = await makeWebhook(
      await narrow.as('bruno'),
      await makeBot(await narrow.as('bruno'), 'Fattorino'),
    )
    const post = (body: unknown, headers: Record<string, string> = {}) =>
      call(path, body, headers, narrow.origin)
    const running = { action: 'in_progress', workflow_run: {}, repository: issue.repository }
    for (let round = 0; round < 5; round += 1) {
      expect((await post(running, { 'x-github-event': 'workflow_run' })).status).toBe(204)
      expect((await post({ text: ' ' })).status).toBe(422)
    }
    const delivery = { 'idempotency-key': randomUUID() }
    for (const status of [201, 200, 200]) expect((await post({ text: 'ciao' }, delivery)).status).toBe(status)
    expect((await post({ text: 'ciao' })).status).toBe(201)
    expect((await post({ text: 'ciao' })).status).toBe(429)
  })

  const calledRarely = runTestApp({ limits: { webhookCalls: { points: 4, seconds: 60 } } })

  it('counts all calls besides', async () => {
    const strict = await calledRarely.as('carla')
    const path = await makeWebhook(strict, await makeBot(strict, 'Corriere'))
    const ping = () => call(path, {}, { 'x-github-event': 'ping' }, calledRarely.origin)
    const answers = await Promise.all(Array.from({ length: 5 }, ping))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 204, 204, 204, 429])
  })
})
