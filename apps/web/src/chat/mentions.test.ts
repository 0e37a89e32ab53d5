import type { Message } from '@covo/contract/chat/chat.routes'
import { describe, expect, it } from 'vitest'
import { decodeMentions, encodeMentions, nameBegun, peopleNamed, peopleOfRoom } from './mentions.ts'

const uidOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const anna = { uid: uidOf(1), displayName: 'Anna' }
const annaBassi = { uid: uidOf(2), displayName: 'Anna Bassi' }
const perche = { uid: uidOf(3), displayName: 'Però Perché' }

describe('mentions', () => {
  it.each([
    ['are those who were chosen', 'ciao @Anna', [anna], `ciao <@${anna.uid}>`],
    ['are no names that were only typed', 'ciao @Anna', [], 'ciao @Anna'],
    ['are no altered names', 'ciao @Annaa e x@Anna', [anna], 'ciao @Annaa e x@Anna'],
    ['are as many as were chosen', '@Anna @Anna', [anna], `<@${anna.uid}> @Anna`],
    ['are the longest name', '@Anna Bassi, @Anna', [anna, annaBassi], `<@${annaBassi.uid}>, <@${anna.uid}>`],
    ['may end a sentence', 'vieni @Però Perché?', [perche], `vieni <@${perche.uid}>?`],
  ])('%s', (_, text, people, source) => {
    expect(encodeMentions(text, people)).toBe(source)
  })

  it('are names again in the box, in which those who are not known stay as stored', () => {
    const source = `<@${anna.uid}> <@${anna.uid.toUpperCase()}> <@${uidOf(9)}>`
    expect(decodeMentions(source, [anna])).toEqual({
      text: `@Anna @Anna <@${uidOf(9)}>`,
      people: [anna, anna],
    })
    const { text, people } = decodeMentions(source, [anna])
    expect(encodeMentions(text, people).toLowerCase()).toBe(source.toLowerCase())
  })
})

it.each([
  ['@a', 2, { start: 0, typed: 'a' }],
  ['ciao (@Anna B', 13, { start: 6, typed: 'Anna B' }],
  ['ciao @Anna e', 8, { start: 5, typed: 'An' }],
  ['ciao @', 6, { start: 5, typed: '' }],
  ['(@ e', 2, { start: 1, typed: '' }],
  ['nome.@', 6, null],
  ['anna@', 5, null],
  ['@anna', 1, null],
  ['@ a', 3, null],
  ['a@b', 3, null],
  ['@a\nb', 4, null],
  ['anna', 4, null],
  ['@anna', 0, null],
])('finds the name that is begun in %j at %i', (text, cursor, begun) => {
  expect(nameBegun(text, cursor)).toEqual(begun)
})

it.each([
  ['', ['Anna', 'Anna Bassi', 'Però Perché']],
  ['a', ['Anna', 'Anna Bassi']],
  ['bas', ['Anna Bassi']],
  ['PERCHE', ['Però Perché']],
  ['anna b', ['Anna Bassi']],
  ['nna', []],
])('offers for %j the people of whose name a word begins so', (typed, names) => {
  const people = [anna, annaBassi, perche].map((one) => ({ ...one, isFriend: false }))
  expect(peopleNamed(people, typed).map(({ displayName }) => displayName)).toEqual(names)
})

describe('the people of a room', () => {
  const authors = ['bruno', 'io', 'carla', 'Utente eliminato', 'bruno', 'dario']
  const messages = authors.map((name) => ({ userId: name, userName: name }) as Message)
  const friends = ['anna', 'carla'].map((name) => ({ uid: name, displayName: name }))
  const offered = (friendsAreIn: boolean) =>
    peopleOfRoom(messages, 'io', friends, friendsAreIn).map(({ uid, isFriend }) => [uid, isFriend])
  const whoWrote = [
    ['dario', false],
    ['bruno', false],
    ['carla', true],
  ]

  it('are who wrote, the last one first, then friends; neither the reader nor who is gone', () => {
    expect(offered(true)).toEqual([...whoWrote, ['anna', true]])
  })

  it('are only who wrote where friends may not be in it', () => {
    expect(offered(false)).toEqual(whoWrote)
  })
})
