import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { maximumUnreadChats, privateConversationId } from '@covo/contract/chat/chat.rules'
import { closeCodes, livePath, protocolVersion } from '@covo/contract/realtime'
import { anna, bruno, carla, dario } from '@covo/testing/cast'
import { figure } from '@covo/testing/figure'
import { type LiveClient, openLive } from '@covo/testing/live'
import { sendMessage } from '@covo/testing/member-actions'
import { type RunningServer, runServerProcess } from '@covo/testing/server-process'
import { type Member, register } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runTestApp } from '../test-app.ts'
import { rawHead, sendRaw } from './raw-http.ts'
import { fill, readRoutes, sampleOf } from './routes.ts'

describe('a server process', () => {
  let server: RunningServer
  let origin: string
  let member: Member
  let other: Member
  let restingMemory: number
  let peakMemory = 0
  let sampling: NodeJS.Timeout
  let slow: ReturnType<typeof openSlowConnections>

  /** Kilobytes that the server holds. */
  async function readMemory(): Promise<number> {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(server.child.pid)])
    return Number(stdout)
  }

  beforeAll(async () => {
    server = await runServerProcess()
    origin = server.origin
    ;[member, other] = [await register(origin, anna), await register(origin, bruno)]
    // Compiled code and caches are allocated before the measurement.
    for (let round = 0; round < 400; round += 1) await member.fetch('/api/friends/counts')
    restingMemory = await readMemory()
    sampling = setInterval(async () => {
      peakMemory = Math.max(peakMemory, await readMemory().catch(() => 0))
    }, 300)
    // They are cut while the other tests go on.
    slow = openSlowConnections()
  }, 60_000)

  afterEach(() => expect(server.child.exitCode, server.output().slice(-2000)).toBeNull())

  afterAll(async () => {
    clearInterval(sampling)
    await server.stop()
  })

  /** Unlike `once`, doesn't mind how it came to it. */
  function closing(socket: Socket): Promise<void> {
    return new Promise((resolve) => socket.on('close', () => resolve()))
  }

  const upgradeHead = () =>
    rawHead(origin, 'GET', `${livePath}?version=${protocolVersion}`, [
      ['Upgrade', 'websocket'],
      ['Sec-WebSocket-Version', '13'],
      ['Sec-WebSocket-Key', randomBytes(16).toString('base64')],
    ]).replace('Connection: close', 'Connection: Upgrade')

  /** Clients that send a byte now and then: of a request's head, of its body, of an upgrade; or nothing at all. */
  function openSlowConnections() {
    const each = 40
    const kinds: Record<string, [start: string, drip: string]> = {
      'the head': ['GET /api/events HTTP/1.1\r\nHost: x\r\n', 'X-A: b\r\n'],
      'an upgrade': [upgradeHead().slice(0, -4), 'a'],
      nothing: ['', ''],
      'the body': [
        rawHead(origin, 'POST', '/api/auth/login', [
          ['Content-Type', 'application/json'],
          ['Content-Length', '1000'],
        ]),
        ' ',
      ],
    }
    const closings = Object.values(kinds).flatMap(([start, drip]) =>
      Array.from({ length: each }, async () => {
        const socket = connect(Number(new URL(origin).port), '127.0.0.1')
        socket.on('error', () => {})
        socket.resume()
        socket.write(start)
        const dripping = setInterval(() => socket.write(drip), 1000)
        await closing(socket)
        clearInterval(dripping)
      }),
    )
    return { count: closings.length, kinds: Object.keys(kinds), closed: Promise.all(closings) }
  }

  it('refuses at the documented limit of body, head, address and number of headers (S-21)', async () => {
    const post = (headers: [string, string][], body: string | Buffer) =>
      sendRaw(
        origin,
        Buffer.concat([
          Buffer.from(
            rawHead(origin, 'POST', '/api/auth/login', [['Content-Type', 'application/json'], ...headers]),
          ),
          Buffer.from(body),
        ]),
      )
    const body = JSON.stringify({ email: 'a'.repeat(512 * 1024) })
    const refused: [string, number, number][] = [
      // Refused by its head: a client that still writes may see the connection end before it reads the answer.
      ['body', (await post([['Content-Length', String(body.length)]], body.slice(0, 1000))).status, 413],
      [
        'chunked body',
        (
          await post(
            [['Transfer-Encoding', 'chunked']],
            `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
          )
        ).status,
        413,
      ],
      [
        'address',
        (await sendRaw(origin, rawHead(origin, 'GET', `/api/events?search=${'a'.repeat(16_400)}`))).status,
        431,
      ],
      [
        'header',
        (await sendRaw(origin, rawHead(origin, 'GET', '/', [['X-A', 'a'.repeat(16_400)]]))).status,
        431,
      ],
      [
        'cookie',
        (await sendRaw(origin, rawHead(origin, 'GET', '/', [['Cookie', 'a=b; '.repeat(4000)]]))).status,
        431,
      ],
      [
        'headers',
        (
          await sendRaw(
            origin,
            rawHead(
              origin,
              'GET',
              '/',
              Array.from({ length: 98 }, (_, index) => [`X-${index}`, 'a'] as [string, string]),
            ),
          )
        ).status,
        400,
      ],
    ]
    for (const [what, status, wanted] of refused) expect([what, status]).toEqual([what, wanted])
    const most = Array.from({ length: 97 }, (_, index) => [`X-${index}`, 'a'] as [string, string])
    expect((await sendRaw(origin, rawHead(origin, 'GET', '/', most))).status).toBe(200)
    figure(
      'S-21',
      `${refused.length} of ${refused.length} refused at the limit of body, head, address and headers`,
    )
  })

  it('closes a socket at the limit of a frame, of its fragments, of frames and of pings (S-21)', async () => {
    const [flooder, pinger] = [await register(origin, carla), await register(origin, dario)]
    const tooMuch: [string, number, (tab: LiveClient) => void | Promise<void>, by?: Member][] = [
      ['frame', 1009, (tab) => tab.socket.send('x'.repeat(1025))],
      [
        'frame in fragments',
        1009,
        (tab) => {
          for (let part = 0; part < 5; part += 1) tab.socket.send('x'.repeat(300), { fin: false })
        },
      ],
      [
        'fragments',
        1008,
        (tab) => {
          for (let part = 0; part < 9; part += 1) tab.socket.send('', { fin: false })
        },
      ],
      [
        'frames',
        closeCodes.tooManyFrames,
        (tab) => {
          for (let sent = 0; sent < 1001; sent += 1) tab.socket.send('{"type":"unwatch","topic":"chat:x"}')
        },
        flooder,
      ],
      [
        'pings',
        closeCodes.tooManyFrames,
        async (tab) => {
          for (let sent = 0; sent < 300; sent += 1) {
            tab.socket.ping()
            await once(tab.socket, 'pong')
          }
          for (let sent = 0; sent < 700; sent += 1) tab.socket.pong()
        },
        pinger,
      ],
      ['another socket of the same member', closeCodes.tooManyFrames, () => {}, flooder],
    ]
    for (const [what, code, send, by = member] of tooMuch) {
      const tab = openLive(by)
      if (!what.startsWith('another')) await tab.receive('live.welcome')
      await send(tab)
      expect([what, await tab.closed()]).toEqual([what, code])
    }
    figure(
      'S-21',
      `${tooMuch.length} of ${tooMuch.length} sockets closed at the limit of frame, fragments, frames and pings`,
    )
  })

  it('opens twenty sockets for a member and refuses the next, theirs alone (S-21)', async () => {
    const tabs = Array.from({ length: 25 }, () => openLive(member))
    const outcomes = await Promise.all(
      tabs.map((tab) =>
        Promise.race([tab.receive('live.welcome').then(() => 'open'), tab.closed().catch(() => 'open')]),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === 'open')).toHaveLength(20)
    expect(outcomes.filter((outcome) => outcome === closeCodes.tooManySockets)).toHaveLength(5)
    const neighbour = openLive(other)
    await neighbour.receive('live.welcome')
    for (const tab of [...tabs, neighbour]) tab.close()
    // Places that were left are free again.
    await expect
      .poll(async () => {
        const again = openLive(member)
        return await Promise.race([again.receive('live.welcome').then(() => 'open'), again.closed()]).finally(
          again.close,
        )
      })
      .toBe('open')
    figure('S-21', '25 sockets of a member at once: 20 open, 5 refused, another member unaffected')
  })

  it('holds nothing for a client that does not close its side (S-21)', async () => {
    const heads = [
      upgradeHead(),
      upgradeHead().replace(`Origin: ${origin}`, 'Origin: https://male.example'),
      upgradeHead().replace(livePath, '/api/altro'),
      upgradeHead().replace('Sec-WebSocket-Version: 13', 'Sec-WebSocket-Version: 1'),
      'no HTTP\r\n\r\n',
    ]
    const count = 40
    await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1', allowHalfOpen: true })
        socket.on('error', () => {})
        socket.resume()
        socket.write(heads[index % heads.length] ?? '')
        await cutByOtherSide(socket)
      }),
    )
    figure('S-21', `${count} of ${count} refused connections gone although their client stays`)
  })

  it('cuts clients that send too slowly (S-21)', async () => {
    await slow.closed
    figure(
      'S-21',
      `${slow.count} of ${slow.count} connections cut that send too slowly: ${slow.kinds.join(', ')}`,
    )
  }, 60_000)

  it('takes large and many requests without keeping them (S-21)', async () => {
    const piece = Buffer.alloc(64 * 1024, 'a')
    // Bodies that never end, of a megabyte each, and fragments that never end.
    await Promise.all(
      Array.from({ length: 60 }, async () => {
        const socket = connect(Number(new URL(origin).port), '127.0.0.1')
        socket.on('error', () => {})
        const closed = closing(socket)
        socket.resume()
        socket.write(
          rawHead(origin, 'POST', '/api/auth/login', [
            ['Content-Type', 'application/json'],
            ['Transfer-Encoding', 'chunked'],
          ]),
        )
        for (let sent = 0; sent < 16 && !socket.destroyed; sent += 1)
          socket.write(Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')]))
        await closed
      }),
    )
    for (let round = 0; round < 20; round += 1) {
      const tab = openLive(member)
      await tab.receive('live.welcome')
      for (let part = 0; part < 5000; part += 1) tab.socket.send('', { fin: false })
      await tab.closed()
    }
    const grown = Math.round((Math.max(peakMemory, await readMemory()) - restingMemory) / 1024)
    expect(grown).toBeLessThan(100)
    figure('S-21', `peak growth of the server's memory under all of these: ${grown} MB`)
  }, 60_000)

  /** Resolves when writing fails: then the other side has let go of the connection, not only of its own half. */
  async function cutByOtherSide(socket: Socket): Promise<void> {
    const writing = setInterval(() => socket.write('a'), 100)
    await closing(socket)
    clearInterval(writing)
  }
})

describe('lists', () => {
  const many = { points: 1_000_000, seconds: 3600 }
  const app = runTestApp({
    limits: { messageBurst: many, messagesSustained: many, eventsCreated: many, userSearches: many },
  })
  const maximumAnswerBytes = 256 * 1024
  const maximumItems = 200
  /** Fifteen times as long as it counts characters, in letters of three bytes each: four marks, and what isn't seen. */
  const heavy = (characters: number) => `a${'\u20d0'.repeat(4)}${'\ufe0f'.repeat(10)}`.repeat(characters)
  /** As many bytes as a message may have. */
  const heavyMessage = '🦊'.repeat(2000)

  /** Walks a list to its end; each answer within the bounds. */
  async function walk(
    by: Member,
    path: (cursor: string) => string,
    itemsOf: (body: Record<string, unknown>) => { key: unknown }[],
    nextOf: (body: Record<string, unknown>) => string | null,
  ): Promise<unknown[]> {
    const keys: unknown[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const answer = await by.fetch(path(cursor))
      const text = await answer.text()
      expect(answer.status, text.slice(0, 300)).toBe(200)
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maximumAnswerBytes)
      const body = JSON.parse(text) as Record<string, unknown>
      const items = itemsOf(body)
      expect(items.length).toBeLessThanOrEqual(maximumItems)
      keys.push(...items.map(({ key }) => key))
      cursor = nextOf(body)
    }
    return keys
  }

  it('are answered in pages of at most 200 items and 256 KiB, which together hold everything (S-21)', async () => {
    const [owner, reader] = [await app.as('anna'), await app.as('bruno')]

    const hour = 3_600_000
    const texts = 40
    for (let index = 0; index < texts; index += 1) {
      const sent = await sendMessage(owner, 'generale', heavyMessage)
      expect(sent.status).toBe(201)
      const event = await owner.post('/api/events', {
        title: heavy(120),
        description: '漢'.repeat(1333),
        dateTime: new Date(Date.now() + hour).toISOString(),
        deadline: new Date(Date.now() + 2 * hour).toISOString(),
        link: `https://esempio.it/${'a'.repeat(480)}`,
        category: 'other',
        duration: heavy(60),
      })
      expect(event.status).toBe(201)
    }
    // 250 people with the largest names that can be chosen, who are friends, ask to be, and wrote something long.
    const name = heavy(50)
    await sql`
      insert into users (display_name_chosen, display_name, email)
      select true, n || ${name}, 'u' || n || '@esempio.it' from generate_series(1, 250) n
    `.execute(app.database)
    await sql`
      insert into friendships (user_id, friend_id) select ${reader.uid}, id from users where email like 'u%' and right(email, 13) < '5@esempio.it'
    `.execute(app.database)
    await sql`
      insert into friend_requests (sender_id, recipient_id) select id, ${reader.uid} from users
      where email like 'u%' and id not in (select friend_id from friendships where user_id = ${reader.uid})
    `.execute(app.database)
    const { rows: friends } = await sql<{ id: string }>`
      select friend_id as id from friendships where user_id = ${reader.uid} limit 25
    `.execute(app.database)
    for (const { id } of friends) {
      const conversation = [id, reader.uid].toSorted().join('_')
      await sql`insert into conversations (id, kind, head, last_message, last_message_at) values (${conversation}, 'private', 1, ${heavyMessage}, date_trunc('milliseconds', now()))`.execute(
        app.database,
      )
      await sql`
        insert into conversation_members (conversation_id, user_id, partner_id, is_unread, last_message_at)
        values (${conversation}, ${reader.uid}, ${id}, true, date_trunc('milliseconds', now()))
      `.execute(app.database)
      await sql`
        insert into messages (conversation_id, sequence, sender_id, client_id, text, sent_at)
        values (${conversation}, 1, ${id}, ${randomUUID()}, ${heavyMessage}, now())
      `.execute(app.database)
    }

    type Item = Record<string, unknown>
    const people = (body: Item) => (body.people as Item[]).map(({ uid }) => ({ key: uid }))
    const next = (body: Item) => body.nextCursor as string | null
    const cursorIn = (path: string) => (cursor: string) =>
      cursor ? `${path}cursor=${encodeURIComponent(cursor)}` : path
    const events = await walk(
      reader,
      cursorIn('/api/events?'),
      (body) => (body.events as Item[]).map(({ id }) => ({ key: id })),
      next,
    )
    expect(new Set(events).size).toBe(texts)
    const [friendUids, requests, found] = [
      await walk(reader, cursorIn('/api/friends?'), people, next),
      await walk(reader, cursorIn('/api/friends/requests?'), people, next),
      await walk(owner, cursorIn('/api/friends/search?query=%E2%83%90&'), people, next),
    ]
    expect(new Set(friendUids).size + new Set(requests).size).toBe(250)
    expect(new Set(found).size).toBeGreaterThan(0)
    const chats = await walk(
      reader,
      cursorIn('/api/chat?'),
      (body) => (body.chats as Item[]).map(({ conversationId }) => ({ key: conversationId })),
      next,
    )
    expect(new Set(chats).size).toBe(25)
    const sequences = (body: Item) => (body.messages as Item[]).map(({ sequence }) => ({ key: sequence }))
    const all = Array.from({ length: texts }, (_, index) => index + 1)
    const back = await walk(
      reader,
      (before) => `/api/chat/generale/messages${before ? `?before=${before}` : ''}`,
      sequences,
      (body) => {
        const first = (body.messages as Item[])[0]?.sequence
        return first === 1 ? null : String(first)
      },
    )
    const forth = await walk(
      reader,
      (after) => `/api/chat/generale/messages?after=${after || 0}`,
      sequences,
      (body) => {
        const last = (body.messages as Item[]).at(-1)?.sequence
        return last === body.head ? null : String(last)
      },
    )
    expect(back.toSorted((one, other) => Number(one) - Number(other))).toEqual(all)
    expect(forth).toEqual(all)

    const sizes = await Promise.all(
      (await readRoutes(reader))
        .filter(({ method, path }) => method === 'GET' && !path.startsWith('/api/auth/'))
        .map(async (route) => {
          const scene = { uid: owner.uid, eventId: randomUUID(), conversationId: 'generale' }
          const { path } = fill(route, (slot) =>
            ['filter', 'search', 'before', 'after', 'limit'].includes(slot.name)
              ? undefined
              : sampleOf(slot, scene),
          )
          const answer = await reader.fetch(path)
          return [route.name, (await answer.arrayBuffer()).byteLength] as const
        }),
    )
    for (const [route, bytes] of sizes) expect([route, bytes <= maximumAnswerBytes]).toEqual([route, true])
    const unread = (await (await reader.fetch('/api/chat/unread')).json()) as { chats: unknown[] }
    expect(unread.chats).toHaveLength(maximumUnreadChats)
    for (const query of ['', '&after=0', '&around=3']) {
      const page = await reader.fetch(`/api/chat/generale/messages?limit=200${query}`)
      expect([query, (await page.arrayBuffer()).byteLength <= maximumAnswerBytes]).toEqual([query, true])
    }
    expect((await reader.fetch('/api/chat/generale/messages?limit=201')).status).toBe(400)
    figure(
      'S-21',
      `largest of the answers of ${sizes.length} routes with the longest texts: ${Math.max(...sizes.map(([, bytes]) => bytes))} bytes`,
    )
  }, 60_000)

  it('of messages send a reader at most 8 kB of text each, whatever their characters are made of (S-21)', async () => {
    const [carla, dario] = [await app.as('carla'), await app.as('dario')]
    const reader = app.live(dario)
    await reader.watch('chat:generale')
    let bytes = 0
    reader.socket.on('message', (data) => {
      bytes += Buffer.byteLength(String(data))
    })
    const send = async (text: string) => {
      const body = JSON.stringify({ clientId: randomUUID(), text })
      const answer = await carla.fetch('/api/chat/generale/messages', { method: 'POST', body })
      return [answer.status, ((await answer.json()) as { id?: string }).id] as const
    }
    // Together below the 2 MiB of bodies that a member may have under way.
    const sent = 20
    const measure = async (text: string) => {
      bytes = 0
      const statuses = await Promise.all(Array.from({ length: sent }, async () => (await send(text))[0]))
      // News arrives in order: the last message is the end of all.
      const [, last] = await send('fine')
      await reader.receive('chat.message_sent', ({ message }) => message.id === last)
      return [new Set(statuses), bytes] as const
    }
    const envelope = 500
    const [piled, bytesOfPiled] = await measure(`a${'\u1ab0'.repeat(14)}`.repeat(2000))
    figure('S-21', `${sent} messages of 2,000 letters with 14 marks: ${bytesOfPiled} bytes to each reader`)
    expect(piled).toEqual(new Set([422]))
    expect(bytesOfPiled).toBeLessThanOrEqual(envelope)
    const [largest, bytesOfLargest] = await measure('🦊'.repeat(2000))
    figure('S-21', `${sent} messages of 2,000 emoji: ${bytesOfLargest} bytes to each reader`)
    expect(largest).toEqual(new Set([201]))
    expect(bytesOfLargest).toBeLessThanOrEqual(sent * 8000 + (sent + 1) * envelope)
  })

  it('of topics that a socket watches hold fifty, however fast they are asked for (S-21)', async () => {
    const watcher = await app.as('carla')
    const { rows: partners } = await sql<{ id: string }>`
      insert into users (display_name, email) select 'p' || n, 'p' || n || '@esempio.it' from generate_series(1, 60) n returning id
    `.execute(app.database)
    const ids = partners.map(({ id }) => privateConversationId(id, watcher.uid))
    for (const [index, id] of ids.entries()) {
      await sql`insert into conversations (id, kind) values (${id}, 'private')`.execute(app.database)
      await sql`insert into conversation_members (conversation_id, user_id, partner_id) values (${id}, ${watcher.uid}, ${partners[index]?.id})`.execute(
        app.database,
      )
    }
    const tab = app.live(watcher)
    await tab.receive('live.welcome')
    for (const id of ids) tab.socket.send(JSON.stringify({ type: 'watch', topic: `chat:${id}` }))
    const answers = () =>
      tab.received.filter(({ type }) => type === 'live.watching' || type === 'live.refused')
    await expect.poll(() => answers().length).toBe(60)
    // One of the fifty is what concerns the member alone.
    expect(answers().filter(({ type }) => type === 'live.watching')).toHaveLength(49)
    figure('S-21', '60 topics asked for at once: 49 and the own one watched, 11 refused')
  })
})
