import type { NotificationSettings } from '@covo/contract/notifications/notifications.routes'
import type { Member } from '@covo/testing/visitor'
import { describe, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'
import { createUnsubscribeTokens } from './unsubscribe-tokens.ts'

const app = runTestApp()
const plain = runTestApp({ extensions: 'off' })
const path = '/api/notifications/settings'
const withoutSwitches = {
  reminders: true,
  eventMails: { changes: true, messages: false, reminders: false },
  quietHours: { isOn: false, from: '22:00', to: '08:00' },
  zone: 'Europe/Rome',
}
const switches = { events: true, chat: true, friendship: true }
const initial = {
  ...withoutSwitches,
  switches,
  push: switches,
  digestOf: switches,
  showText: true,
  digest: 'never',
}
const settingsOf = (member: Member) => member.read<NotificationSettings>(path)

describe('a member’s choice of notifications', () => {
  it('begins with the defaults, and what a request leaves out stays', async () => {
    const anna = await app.as('anna')
    expect(await settingsOf(anna)).toEqual(initial)
    const answer = await anna.put(path, { eventMails: { messages: true } })
    const changed = { ...initial, eventMails: { ...initial.eventMails, messages: true } }
    expect([answer.status, await answer.json()]).toEqual([200, changed])
    await anna.put(path, { reminders: false, eventMails: { changes: false } })
    await anna.put(path, {})
    await anna.put(path, { eventMails: { reminders: true } })
    await anna.put(path, { switches: { chat: false } })
    await anna.put(path, { switches: { friendship: false }, showText: false })
    await anna.put(path, { push: { events: false }, digestOf: { chat: false, friendship: false } })
    const quietHours = { isOn: true, from: '23:30', to: '00:00' }
    await anna.put(path, { quietHours, zone: 'Pacific/Auckland' })
    expect(await settingsOf(anna)).toEqual({
      quietHours,
      zone: 'Pacific/Auckland',
      switches: { events: true, chat: false, friendship: false },
      push: { events: false, chat: true, friendship: true },
      digestOf: { events: true, chat: false, friendship: false },
      showText: false,
      digest: 'never',
      reminders: false,
      eventMails: { changes: false, messages: true, reminders: true },
    })
    expect(await settingsOf(await app.as('bruno'))).toEqual(initial)
  })

  it('is published to the own tabs alone, and not changed by a wrong request', async () => {
    const [carla, dario] = [await app.as('carla'), await app.as('dario')]
    const [own, foreign] = [app.live(carla), app.live(dario)]
    await Promise.all([own, foreign].map((tab) => tab.receive('live.welcome')))
    const night = { isOn: true, from: '22:00', to: '08:00' }
    for (const wrong of [
      { reminders: 'no' },
      { eventMails: { changes: 1 } },
      { eventMails: null },
      [],
      { quietHours: { ...night, from: '24:00' } },
      { quietHours: { ...night, to: '8:00' } },
      { quietHours: { isOn: true, from: '22:00' } },
      { quietHours: null },
      { quietHours: night, zone: 'Europe/Atlantide' },
      { zone: '+01:00' },
    ])
      expect((await carla.put(path, wrong)).status).toBe(400)
    const endless = await carla.put(path, { reminders: false, quietHours: { ...night, to: '22:00' } })
    expect([endless.status, await endless.json()]).toMatchObject([
      422,
      { code: 'notifications.quiet_hours_invalid' },
    ])
    expect(await settingsOf(carla)).toEqual(initial)
    await carla.put(path, { reminders: false })
    await own.receive('account.changed')
    expect(await foreign.watch('chat:generale')).toBe(0)
    expect(foreign.received.some(({ type }) => type === 'account.changed')).toBe(false)
  })
})

describe('an instance without extensions', () => {
  it('has no switches, and refuses them', async () => {
    const anna = await plain.as('anna')
    expect(await settingsOf(anna)).toEqual(withoutSwitches)
    for (const changes of [
      { switches: { chat: false } },
      { switches: {} },
      { push: { chat: false } },
      { digestOf: { chat: false } },
      { showText: false },
      { digest: 'daily' },
    ]) {
      const answer = await anna.put(path, { reminders: false, ...changes })
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'common.invalid_request' }])
    }
    expect(await (await anna.put(path, {})).json()).toEqual(withoutSwitches)
  })
})

describe('the link that ends a kind of mail', () => {
  const tokens = createUnsubscribeTokens('a secret for the tests, 32 letters')
  const form = 'List-Unsubscribe=One-Click'
  const formType = 'application/x-www-form-urlencoded'
  /** As a mail program sends it: from nowhere, without a cookie. */
  const post = (token: string, body = form, type = formType) =>
    fetch(`${app.origin}/disiscrizione/${token}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
      redirect: 'manual',
    })

  it('works without cookie and Origin, twice as once, and is published to the own tabs', async () => {
    const anna = await app.as('anna')
    await anna.put(path, { reminders: true, eventMails: { changes: true, messages: true, reminders: true } })
    const tab = app.live(anna)
    await tab.receive('live.welcome')
    const token = tokens.make('messages', anna.uid)
    for (const _ of [1, 2]) {
      const answer = await post(token)
      expect([answer.status, await answer.text(), answer.headers.get('set-cookie')]).toEqual([200, '', null])
    }
    await tab.receive('account.changed')
    expect(await settingsOf(anna)).toMatchObject({
      reminders: true,
      eventMails: { changes: true, messages: false, reminders: true },
    })
    expect((await post(tokens.make('changes', anna.uid))).status).toBe(200)
    expect((await post(tokens.make('reminders', anna.uid))).status).toBe(200)
    expect(await settingsOf(anna)).toMatchObject({
      reminders: true,
      eventMails: { changes: false, messages: false, reminders: false },
    })
  })

  it('takes the other kind of form too, which RFC 8058 prefers', async () => {
    const bruno = await app.as('bruno')
    const body =
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    const type = 'multipart/form-data; boundary=x'
    expect((await post(tokens.make('changes', bruno.uid), body, type)).status).toBe(200)
    expect((await settingsOf(bruno)).eventMails.changes).toBe(false)
  })

  it('is nothing for another member, kind, secret or form, and none that is looked at changes anything', async () => {
    const dario = await app.as('dario')
    const token = tokens.make('changes', dario.uid)
    const foreign = createUnsubscribeTokens('another secret').make('changes', dario.uid)
    const gone = tokens.make('changes', '0b0e6a52-6d1c-4b0e-9f64-3a2f5c9d7e10')
    const wrong = [
      'inventato',
      foreign,
      gone,
      token.replace('changes', 'reminders'),
      token.replace(dario.uid, (await app.as('anna')).uid),
    ]
    for (const one of wrong) {
      const answer = await post(one)
      const { code } = (await answer.json()) as { code: string }
      expect([answer.status, code]).toEqual([404, 'notifications.link_invalid'])
    }
    const refused: [status: number, answer: Promise<Response>][] = [
      [400, post(token, '')],
      [400, post(token, 'List-Unsubscribe=Two-Clicks')],
      [400, post(token, '--x\r\nbroken', 'multipart/form-data; boundary=x')],
      [400, post('x'.repeat(500))],
      [415, post(token, JSON.stringify({ 'List-Unsubscribe': 'One-Click' }), 'application/json')],
      [415, post(token, form, 'text/plain')],
    ]
    for (const [status, answer] of refused) expect((await answer).status).toBe(status)
    expect((await post(token, `${form}&x=${'x'.repeat(20_000)}`)).status).toBe(413)
    for (const method of ['GET', 'HEAD'])
      expect((await fetch(`${app.origin}/disiscrizione/${token}`, { method })).status).toBe(200)
    expect((await settingsOf(dario)).eventMails.changes).toBe(true)
  })

  it('leads to a page, which is no such one for a wrong token', async () => {
    const { uid } = await app.as('anna')
    const page = await app.visit().fetch(`/disiscrizione/${tokens.make('changes', uid)}`)
    expect([page.status, (await page.text()).startsWith('<!doctype html>')]).toEqual([200, true])
    for (const token of ['inventato', `${tokens.make('changes', uid)}x`]) {
      const none = await app.visit().fetch(`/disiscrizione/${token}`)
      expect([none.status, (await none.text()).startsWith('<!doctype html>')]).toEqual([404, true])
    }
  })
})
