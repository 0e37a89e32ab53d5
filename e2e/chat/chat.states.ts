import type { Message, MessagePage, Partner, PrivateChatPage } from '@covo/contract/chat/chat.routes'
import type { Friend } from '@covo/contract/friends/friends.routes'
import { expect, type Page } from '@playwright/test'
import { muteSocket } from '../actors.ts'
import {
  all,
  change,
  fail,
  goOffline,
  hold,
  holdWriting,
  idOf,
  longName,
  longWord,
  refuse,
  repeat,
  type ScreenState,
} from '../screens/state.ts'
import { box, list, originOf, write } from './talk.ts'

const room = { screen: 'chat-generale', viewer: 'anna', path: '/app/chat-generale' } as const
const pair = { screen: 'chat-privata', viewer: 'anna', path: pathOfChat } as const
const messages = '/api/chat/generale/messages'
/** The only page. News of others is blocked. */
const editMessages = (path: string, edit: (messages: Message[]) => Message[]) =>
  all(
    change<MessagePage>(path, (page) => {
      const edited = edit(page.messages).map((message, index) => ({ ...message, sequence: index + 1 }))
      return { ...page, messages: edited, head: edited.length }
    }),
    muteSocket,
  )
const longMessages = (some: Message[]) =>
  repeat(some, 8, (message, index) => ({
    ...message,
    id: idOf(index),
    clientId: idOf(index),
    userName: longName(index),
    text: index % 3 === 0 ? longWord.repeat(2) : `https://esempio.it/${longWord}`,
  }))
const newest = (page: Page) => list(page).getByRole('paragraph').last()

/** With whom Anna has written, and has read what was answered. */
async function conversationWithGiada(page: Page): Promise<string> {
  const { people } = (await (await page.request.get('/api/friends?search=Giada')).json()) as {
    people: Friend[]
  }
  const headers = { origin: originOf() }
  const answer = await page.request.post('/api/chat/private', { headers, data: { uid: people[0]?.uid } })
  return ((await answer.json()) as { conversationId: string }).conversationId
}

async function pathOfChat(page: Page) {
  return `/app/chat/${await conversationWithGiada(page)}`
}

/** Conversations with long names and last messages, some of them unread. */
export const withLongTexts = ({ chats }: PrivateChatPage): PrivateChatPage => ({
  chats: repeat(chats, 7, (chat, index) => ({
    ...chat,
    conversationId: `conversazione-${index}`,
    partner: { ...chat.partner, displayName: longName(index) },
    lastMessage: longWord,
    isUnread: index % 2 === 0,
  })),
  nextCursor: null,
})

export const chatStates: ScreenState[] = [
  { ...room, state: 'full', shows: newest },
  {
    ...room,
    state: 'empty',
    arrange: editMessages(messages, () => []),
    shows: (page) => page.getByText('Nessun messaggio').last(),
  },
  { ...room, state: 'loading', arrange: hold(messages), shows: box },
  {
    ...room,
    state: 'failed',
    arrange: fail(messages),
    shows: (page) => page.getByText('Impossibile caricare i messaggi. Riprova.'),
  },
  { ...room, state: 'long texts', arrange: editMessages(messages, longMessages), shows: newest },
  {
    ...room,
    state: 'one message',
    arrange: editMessages(messages, (some) => some.slice(0, 1)),
    shows: newest,
  },
  {
    ...room,
    state: 'a thousand messages',
    arrange: editMessages(messages, (some) =>
      repeat(some, 1000, (message, index) => ({ ...message, id: idOf(index), clientId: idOf(index) })),
    ),
    shows: newest,
  },
  {
    ...room,
    state: 'on its way',
    arrange: holdWriting(messages),
    act: (page) => write({ page }, 'Arrivo tra dieci minuti.'),
    shows: (page) => page.getByText('invio in corso'),
  },
  {
    ...room,
    state: 'not sent',
    arrange: refuse(messages, 429, 'chat.too_fast', { seconds: 7 }),
    act: (page) => write({ page }, 'Arrivo tra dieci minuti.'),
    shows: (page) => page.getByRole('button', { name: 'Riprova' }),
  },
  {
    ...room,
    state: 'waiting for the network',
    arrange: refuse(messages, 503, 'common.unavailable'),
    act: (page) => write({ page }, 'Arrivo tra dieci minuti.'),
    shows: (page) => list(page).getByText('in attesa della rete'),
  },
  {
    ...room,
    state: 'few characters left',
    act: (page) => box(page).fill('a'.repeat(1816)),
    shows: (page) => page.getByText('184 caratteri rimasti'),
  },
  {
    ...room,
    state: 'too long',
    act: (page) => box(page).fill('a '.repeat(1100)),
    shows: (page) => page.getByText('199 caratteri di troppo'),
  },
  {
    ...room,
    state: 'reconnecting',
    arrange: cutLine,
    shows: (page) => page.getByText('Connessione persa. Mi ricollego…'),
  },
  {
    ...room,
    state: 'offline',
    act: async (page) => {
      await expect(newest(page)).toBeVisible()
      await goOffline(page)
    },
    shows: (page) => page.getByText('Sei senza rete'),
  },
  { ...pair, state: 'full', shows: (page) => page.getByRole('link', { name: 'Torna agli amici' }) },
  {
    ...pair,
    state: 'partner unknown',
    path: '/app/chat/nessuno',
    shows: (page) => page.getByText('ID amico non valido per caricare i dati.'),
  },
  {
    ...pair,
    state: 'long texts',
    arrange: async (page) => {
      const path = `/api/chat/${await conversationWithGiada(page)}`
      await editMessages(`${path}/messages`, longMessages)(page)
      await change<{ displayName: string }>(`${path}/partner`, (partner) => ({
        ...partner,
        displayName: longName(1),
      }))(page)
    },
    shows: newest,
  },
  {
    ...pair,
    state: 'no friends any more',
    arrange: async (page) =>
      change<Partner>(`/api/chat/${await conversationWithGiada(page)}/partner`, (partner) => ({
        ...partner,
        writing: 'not_friends',
      }))(page),
    shows: (page) => page.getByText('Non siete più amici: puoi leggere questa chat, ma non scrivere.'),
  },
  {
    ...pair,
    state: 'loading',
    arrange: async (page) => {
      const path = `/api/chat/${await conversationWithGiada(page)}`
      await hold(`${path}/messages`)(page)
    },
    shows: box,
  },
]

/** The socket opens and is lost at once, again and again. */
async function cutLine(page: Page) {
  await page.routeWebSocket('**/api/live**', (socket) => void socket.close())
}
