import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { livePath, protocolVersion } from '@covo/contract/realtime'
import { expect, test } from '../actors.ts'

const evil = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html')
  response.end('<!doctype html><title>altrove</title>')
})

test.beforeAll(() => new Promise<void>((ready) => evil.listen(0, ready)))
test.afterAll(() => {
  evil.closeAllConnections()
  evil.close()
})

// Cookies know no ports: requests of a page of this name carry the member's. 127.0.0.1 is another site.
for (const host of ['localhost', '127.0.0.1'])
  test(`a page of http://${host} on another port receives and changes nothing (S-07, S-08)`, async ({
    anna,
    announced,
  }) => {
    announced.push(/./)
    const origin = new URL(test.info().project.use.baseURL ?? '').origin
    const live = `${origin.replace('http', 'ws')}${livePath}?version=${protocolVersion}`
    const firstEvent = (url: string) =>
      new Promise<string>((done) => {
        const socket = new WebSocket(url)
        socket.addEventListener('message', () => done('news'))
        socket.addEventListener('close', () => done('closed'))
      })

    const { page } = anna
    await page.goto('/app/home')
    expect(await page.evaluate(firstEvent, live)).toBe('news')

    await page.goto(`http://${host}:${(evil.address() as AddressInfo).port}/`)
    expect(await page.evaluate(firstEvent, live)).toBe('closed')

    const text = `da ${host}`
    const outcome = await page.evaluate(
      async ([server, word]) => {
        const body = JSON.stringify({
          clientId: crypto.randomUUID?.() ?? '5f0c8e0e-51b4-4f4e-9d3f-3a52b9a8a111',
          text: word,
        })
        const path = `${server}/api/chat/generale/messages`
        const readable = (answer: Promise<Response>) =>
          answer.then(
            ({ type }) => type !== 'opaque',
            () => false,
          )
        const post = (init: RequestInit) =>
          readable(fetch(path, { method: 'POST', credentials: 'include', body, ...init }))
        const reads = [
          await post({ mode: 'no-cors' }),
          await post({ mode: 'no-cors', headers: { 'content-type': 'text/plain' } }),
          await post({ headers: { 'content-type': 'application/json' } }),
          await readable(fetch(`${server}/api/profiles/me`, { credentials: 'include' })),
        ]
        return { reads, beacon: navigator.sendBeacon(path, body) }
      },
      [origin, text] as const,
    )
    expect(outcome.reads).toEqual([false, false, false, false])

    // A form, whose page the browser then goes to.
    for (const enctype of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      await page.goto(`http://${host}:${(evil.address() as AddressInfo).port}/`)
      const answered = page.waitForResponse((answer) => answer.request().method() === 'POST')
      await page.evaluate(
        ([server, word, type]) => {
          const form = document.createElement('form')
          form.method = 'post'
          form.enctype = type
          form.action = `${server}/api/chat/generale/messages`
          const field = document.createElement('input')
          field.name = `{"clientId":"5f0c8e0e-51b4-4f4e-9d3f-3a52b9a8a112","text":"${word}`
          field.value = '"}'
          form.append(field)
          document.body.append(form)
          form.submit()
        },
        [origin, text, enctype] as const,
      )
      expect((await answered).status()).toBe(403)
      await page.waitForURL(`${origin}/**`)
    }

    const messages = await anna.context.request.get(`${origin}/api/chat/generale/messages`)
    expect(await messages.text()).not.toContain(text)
  })
