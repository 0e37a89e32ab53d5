import type { OwnProfile, Profile } from '@covo/contract/profiles/profiles.routes'
import { befriend, createEvent } from '@covo/testing/member-actions'
import type { Member, Visitor } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()
const hurried = runTestApp({ limits: { profilesSaved: { points: 2, seconds: 3600 } } })

const form = {
  displayName: 'Anna Bassi',
  professione: 'Sistemista',
  citta: 'Torino',
  telefono: '+39 011 123456',
  dataNascita: '1998-02-28',
  bio: 'Reverse e caffè.',
  interessi: ['Web', 'Reverse'],
  links: ['https://esempio.it/anna'],
}

function change(visitor: Visitor, changes: Partial<typeof form>): Promise<Response> {
  return visitor.patch('/api/profiles/me', changes)
}

function save(visitor: Visitor, changes: Partial<typeof form> = {}): Promise<Response> {
  return change(visitor, { ...form, ...changes })
}

async function read(visitor: Visitor): Promise<OwnProfile> {
  return (await (await visitor.fetch('/api/profiles/me')).json()) as OwnProfile
}

describe('saving the profile', () => {
  it('stores every field trimmed, and answers the stored document', async () => {
    const anna = await app.as('anna')
    const answer = await save(anna, { bio: '  Reverse e caffè.\n', citta: ' Torino ' })
    expect(answer.status).toBe(200)
    const saved = await answer.json()
    expect(saved).toMatchObject({ ...form, uid: anna.uid, email: 'anna@esempio.it', friendCount: 0 })
    expect(await read(anna)).toEqual(saved)
  })

  it.each(Object.entries(form))('changes %s and leaves the others as they are', async (field, value) => {
    const anna = await app.as('anna')
    const before = { displayName: 'Anna Prima', professione: 'p', citta: 'c', telefono: 't' }
    await save(anna, { ...before, dataNascita: '1990-01-01', bio: 'b' })
    const present = { ...(await read(anna)), updatedAt: expect.any(String) }
    const emptied = field === 'displayName' ? 'Anna Terza' : ''
    for (const changed of [value, Array.isArray(value) ? [] : emptied]) {
      const answer = await change(anna, { [field]: typeof changed === 'string' ? ` ${changed} ` : changed })
      expect([answer.status, await answer.json()]).toEqual([200, { ...present, [field]: changed }])
      expect(await read(anna)).toEqual({ ...present, [field]: changed })
    }
  })

  it('keeps the concurrent changes of six tabs, and the fields that none of them sends', async () => {
    const bruno = await app.as('bruno')
    await save(bruno, { displayName: 'Bruno Conti', bio: 'resta' })
    const changes = {
      displayName: 'Bruno C.',
      professione: 'Tecnico',
      citta: 'Bari',
      telefono: '1',
      dataNascita: '',
    }
    const tabs = Object.entries(changes).map(([field, value]) => change(bruno, { [field]: value }))
    for (const answer of await Promise.all([...tabs, change(bruno, {})])) expect(answer.status).toBe(200)
    expect(await read(bruno)).toMatchObject({ ...changes, bio: 'resta' })
    await save(bruno, { displayName: 'Bruno Conti' })
  })

  it('refuses the whole document: an old page would restore its values', async () => {
    const anna = await app.as('anna')
    const before = await read(anna)
    const answer = await anna.put('/api/profiles/me', form)
    expect(answer.status).toBe(405)
    expect(await read(anna)).toEqual(before)
  })

  it.each([
    ['a short name', { displayName: ' ab ', dataNascita: 'ieri' }, 422, 'profiles.display_name_too_short'],
    ['a link that is not encrypted', { links: ['http://esempio.it'] }, 422, 'profiles.link_invalid'],
    ['an unknown skill', { interessi: ['Cucina'] }, 400, 'common.invalid_request'],
    ['four links', { links: ['a.it', 'b.it', 'c.it', 'd.it'] }, 400, 'common.invalid_request'],
    ['another’s name', { displayName: 'BRUNO conti' }, 409, 'profiles.display_name_taken'],
  ])('refuses %s, changes and publishes nothing', async (_, changes, status, code) => {
    const anna = await app.as('anna')
    const bruno = await app.as('bruno')
    const tab = app.live(bruno)
    await tab.watch('members:all')
    const before = await read(anna)
    const answer = await save(anna, { bio: 'altra', ...changes })
    expect([answer.status, await answer.json()]).toMatchObject([status, { code }])
    expect(await read(anna)).toEqual(before)
    await tab.watch('events:all')
    expect(tab.received.filter(({ type }) => type === 'profiles.member_changed')).toEqual([])
  })

  it('publishes a new name, which stands beside old messages at once, and nothing else of the member', async () => {
    const carla = await app.as('carla')
    const bruno = await app.as('bruno')
    const room = '/api/chat/generale/messages'
    await carla.post(room, { clientId: crypto.randomUUID(), text: 'prima' })
    const tab = app.live(bruno)
    await tab.watch('members:all')
    await save(carla, { displayName: 'Carla D.', telefono: '333 0000000' })
    expect(await tab.receive('profiles.member_changed')).toEqual({
      type: 'profiles.member_changed',
      uid: carla.uid,
      displayName: 'Carla D.',
      photoURL: '',
    })
    const page = await (await bruno.fetch(room)).json()
    expect(page).toMatchObject({ messages: [{ userName: 'Carla D.', text: 'prima' }] })
    expect(JSON.stringify(page)).not.toMatch(/333 0000000|carla@esempio/)
  })

  it('refuses saves over the limit; nothing changes, and nothing is published', async () => {
    const [anna, bruno] = [await hurried.as('anna'), await hurried.as('bruno')]
    for (const displayName of ['Prima', 'Seconda'])
      expect((await save(anna, { displayName })).status).toBe(200)
    const before = await read(anna)
    const tab = hurried.live(bruno)
    await tab.watch('members:all')
    const answer = await save(anna, { displayName: 'Terza' })
    expect([answer.status, await answer.json()]).toMatchObject([
      429,
      { code: 'profiles.too_many_changes', params: { seconds: expect.any(Number) } },
    ])
    expect(await read(anna)).toEqual(before)
    expect((await save(bruno, { displayName: 'Altra' })).status).toBe(200)
    expect(await tab.receive('profiles.member_changed')).toMatchObject({ displayName: 'Altra' })
  })

  it('lets the own name change its case', async () => {
    const dario = await app.as('dario')
    expect((await save(dario, { displayName: 'DARIO ELMI' })).status).toBe(200)
  })

  it('says so when the name can’t be checked, and changes nothing', async () => {
    const bruno = await app.as('bruno')
    const before = await read(bruno)
    const answer = await app.database.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('display names', 0))`.execute(trx)
      return await save(bruno, { displayName: 'Nome Conteso' })
    })
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'profiles.name_check_failed' }])
    expect(await read(bruno)).toEqual(before)
  })
})

describe('another member’s profile', () => {
  const personal = [
    ...['bio', 'citta', 'dataNascita', 'email', 'interessi', 'links', 'professione', 'telefono'],
  ]
  const newcomer = () => app.newcomer()
  const view = (viewer: Visitor, { uid }: { uid: string }) => viewer.read<Profile>(`/api/profiles/${uid}`)
  const fieldsOf = (profile: Profile) =>
    Object.keys(profile)
      .filter((field) => personal.includes(field))
      .toSorted()

  it('has for a stranger the name, the photo and the age in the community, and nothing else', async () => {
    const [ada, bea] = [await newcomer(), await newcomer()]
    await save(ada, { displayName: 'Ada Prima' })
    const { createdAt } = await read(ada)
    expect(await view(bea, ada)).toEqual({
      uid: ada.uid,
      displayName: 'Ada Prima',
      photoURL: '',
      memberSince: createdAt,
      isBot: false,
      relation: 'none',
      sharedFriends: { count: 0, people: [] },
      sharedEvents: { count: 0, events: [] },
    })
  })

  it('shows to friends all but telephone and birth date, and to oneself everything', async () => {
    const [ada, bea] = [await newcomer(), await newcomer()]
    await save(ada, { displayName: 'Ada Seconda' })
    await bea.post('/api/friends/requests', { uid: ada.uid })
    for (const [viewer, other, relation] of [
      [bea, ada, 'outgoing'],
      [ada, bea, 'incoming'],
    ] as const) {
      const profile = await view(viewer, other)
      expect([profile.relation, fieldsOf(profile)]).toEqual([relation, []])
    }
    await ada.post(`/api/friends/requests/${bea.uid}/accept`)
    const { bio, citta, professione } = form
    const seen = await view(bea, ada)
    expect(seen).toMatchObject({
      relation: 'friends',
      bio,
      citta,
      professione,
      email: (await read(ada)).email,
    })
    expect(fieldsOf(seen)).toEqual(['bio', 'citta', 'email', 'interessi', 'links', 'professione'])
    expect(fieldsOf(await view(ada, ada))).toEqual(personal)
  })

  it('shows each field to the audience that its member chose, in a report of it too', async () => {
    const [ada, bea, eva] = [await newcomer(), await newcomer(), await newcomer()]
    await save(ada, { displayName: 'Ada Scelta' })
    await befriend(ada, bea)
    await ada.put('/api/settings/privacy', {
      bio: 'members',
      citta: 'me',
      telefono: 'friends',
      dataNascita: 'friends',
      emailToFriends: false,
    })
    const { bio, dataNascita, professione, telefono } = form
    const seen = await view(bea, ada)
    expect(seen).toMatchObject({ bio, dataNascita, professione, telefono })
    expect(fieldsOf(seen)).toEqual(['bio', 'dataNascita', 'interessi', 'links', 'professione', 'telefono'])
    expect(fieldsOf(await view(eva, ada))).toEqual(['bio', 'interessi', 'links'])
    expect(fieldsOf(await view(ada, ada))).toEqual(personal)
    await eva.post('/api/reports', { subject: { kind: 'member', id: ada.uid }, reason: 'spam', details: '' })
    const { snapshot } = await app.database
      .selectFrom('reports')
      .select('snapshot')
      .where('reporter_id', '=', eva.uid)
      .executeTakeFirstOrThrow()
    expect(snapshot).toMatchObject({
      fields: { displayName: 'Ada Scelta', bio, interessi: 'Web, Reverse', links: form.links[0] },
    })
    for (const unseen of [telefono, dataNascita]) expect(JSON.stringify(snapshot)).not.toContain(unseen)
  })

  it('counts the friends of both, and names the first three', async () => {
    const [ada, bea] = [await newcomer(), await newcomer()]
    for (const name of ['Zoe Nota', 'Ugo Noto', 'Ivo Noto', 'Eva Nota']) {
      const friend = await newcomer()
      await save(friend, { displayName: name })
      await befriend(friend, ada)
      await befriend(friend, bea)
    }
    await befriend(await newcomer(), ada)
    const { count, people } = (await view(ada, bea)).sharedFriends
    expect([count, people.map(({ displayName }) => displayName)]).toEqual([
      4,
      ['Eva Nota', 'Ivo Noto', 'Ugo Noto'],
    ])
  })

  it('names the events of both to friends; to others those alone that the member organizes', async () => {
    const [ada, bea] = [await newcomer(), await newcomer()]
    const hers = await createEvent(bea, { title: 'La notte di Bea' })
    const another = await createEvent(await newcomer(), { title: 'La notte di tutte' })
    const join = async (member: Member, { id }: { id: string }) =>
      expect((await member.put(`/api/events/${id}/participation`)).status).toBe(200)
    for (const event of [hers, another]) await join(ada, event)
    await join(bea, another)
    const shared = async () => {
      const { count, events } = (await view(ada, bea)).sharedEvents
      return [count, events.map(({ title }) => title).toSorted()]
    }
    expect(await shared()).toEqual([1, ['La notte di Bea']])
    await befriend(ada, bea)
    expect(await shared()).toEqual([2, ['La notte di Bea', 'La notte di tutte']])
  })

  it('is the same 404 for nobody and for a removed member', async () => {
    const [ada, bea] = [await newcomer(), await newcomer()]
    await sql`update users set erased_at = now() where id = ${bea.uid}`.execute(app.database)
    for (const uid of [crypto.randomUUID(), bea.uid]) {
      const answer = await ada.fetch(`/api/profiles/${uid}`)
      expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'profiles.not_found' }])
    }
  })
})
