import { describe, expect, it } from 'vitest'
import {
  conversationKind,
  eventOfRoom,
  eventRoomId,
  parseMessage,
  partnerOf,
  privateConversationId,
  publicRoomId,
  roomId,
  teamRoomId,
} from './chat.rules.ts'

describe('a message', () => {
  it.each([
    ['nothing', '', 'chat.message_empty'],
    ['blanks', ' \n\t ', 'chat.message_empty'],
    ['2001 letters', 'a'.repeat(2001), 'chat.message_too_long'],
    ['2001 families', '👨‍👩‍👧'.repeat(2001), 'chat.message_too_long'],
    ['one letter with 40,000 marks', `a${'\u0301'.repeat(40_000)}`, 'chat.message_too_long'],
    ['one letter with 5 marks', `a${'\u0301'.repeat(5)}`, 'chat.message_too_long'],
    ['more than 8000 bytes that nobody can see', '\u200b'.repeat(2667), 'chat.message_too_long'],
    ['8001 bytes', `${'🦊'.repeat(1999)}e\u0301\u0301`, 'chat.message_too_long'],
  ])('is refused: %s', (_, typed, code) => {
    expect(parseMessage(typed)).toEqual({ value: null, problem: { code, field: null } })
  })

  it.each([
    ['2000 letters with accents', 'e\u0301'.repeat(2000)],
    ['2000 animals, of 8000 bytes', '🦊'.repeat(2000)],
    ['500 professions, each of four code points', '👩🏽‍💻'.repeat(500)],
    ['letters with four marks', 'a\u0301\u0327\u20dd\u0345'.repeat(800)],
    ['2000 letters without the blanks around them', `${' '.repeat(9000)}${'a'.repeat(2000)}\n`],
    ['lines', 'uno\n\ndue'],
  ])('is taken: %s', (_, typed) => {
    expect(parseMessage(typed)).toEqual({ value: typed.trim(), problem: null })
  })
})

describe('the kind of a conversation', () => {
  const uid = '0b1f6a52-5f0e-4d3c-9a35-2f6d0e0c7a11'

  it.each([
    [publicRoomId, 'public'],
    [privateConversationId(uid, 'altro'), 'private'],
    [eventRoomId(uid), 'event'],
    [roomId('web-2'), 'room'],
    [teamRoomId(uid), 'team'],
    ['stanza-Web', 'private'],
    // Any other id counts as private: the server looks for two members in it, and finds none.
    ['', 'private'],
    ['Generale', 'private'],
    [`${publicRoomId}_${uid}`, 'private'],
    ['evento-', 'private'],
    [eventRoomId(uid.toUpperCase()), 'private'],
    [eventRoomId(`${uid}_${uid}`), 'private'],
    [`chat-${eventRoomId(uid)}`, 'private'],
  ])('of %j is %s', (id, kind) => {
    expect(conversationKind(id)).toBe(kind)
  })
})

it("the id of an event's room names the event", () => {
  const eventId = '0b1f6a52-5f0e-4d3c-9a35-2f6d0e0c7a11'
  expect(eventOfRoom(eventRoomId(eventId))).toBe(eventId)
  expect(eventOfRoom(publicRoomId)).toBe(null)
})

describe('the id of a private conversation', () => {
  it('is the same for both members, and names each the other', () => {
    const id = privateConversationId('b', 'a')
    expect(id).toBe('a_b')
    expect(privateConversationId('a', 'b')).toBe(id)
    expect([partnerOf(id, 'a'), partnerOf(id, 'b'), partnerOf(id, 'c')]).toEqual(['b', 'a', null])
  })

  it.each(['', 'a', 'a_', '_a', 'b_a', 'a_a', 'a_b_c', 'generale'])('is not %j', (id) => {
    expect(partnerOf(id, 'a')).toBe(null)
  })
})
