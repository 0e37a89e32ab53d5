import type {
  FoundMessages,
  Message,
  MessagePage,
  OwnRooms,
  Partner,
  PrivateChatPage,
  UnreadMentions,
} from '@covo/contract/chat/chat.routes'
import { reactionKinds } from '@covo/contract/chat/chat.rules'
import { seenMessages } from '@covo/contract/chat/history.fold'
import { partBytes } from '@covo/contract/files/files.rules'
import type { MessageFile } from '@covo/contract/files/message-files'
import type { Friend } from '@covo/contract/friends/friends.routes'
import { expect, type Page } from '@playwright/test'
import { greyPng } from '../../apps/server/test/pictures.ts'
import { muteSocket } from '../actors.ts'
import {
  all,
  botIdOf,
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
      const edited = edit(seenMessages(page.messages)).map((message, index) => ({
        ...message,
        sequence: index + 1,
      }))
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
const code = Array.from(
  { length: 24 },
  (_, index) => `def passo_${index}(chiave: bytes) -> str:  # riga ${index}\n    return "covo" * ${index}`,
).join('\n')
const formattedTexts = [
  'La flag era ||covo{non_guardare}||, e la spiegazione:\n||\n> prima lo xor\n> poi il resto\n||',
  `Guardate questo:\n\`\`\`python\n${code}\n\`\`\``,
  '**Attenzione**: il turno è _spostato_, ~~cancellato~~. Usate `git rebase -i HEAD~3`.',
  'Da portare:\n1. portatile\n2. caricatore\n  - quello grande\n  - la prolunga da cinque metri, che l’altra volta mancava a tutti\n3. pazienza',
  '> Chi porta il proiettore?\n> > Non io.\nIo, vedi [la guida](https://esempio.org/guida) e https://esempio.org/mappa',
  `\`\`\`c\nint main(void) { return printf("${'molto '.repeat(20)}"); }\n\`\`\``,
]
const formattedMessages = (some: Message[]) =>
  repeat(some, formattedTexts.length, (message, index) => ({
    ...message,
    id: idOf(index),
    clientId: idOf(index),
    text: formattedTexts[index] ?? '',
  }))

const pictureFile = (index: number, width: number, height: number): MessageFile => ({
  id: idOf(index),
  name: `immagine ${index}.webp`,
  size: 20_000,
  kind: 'picture',
  width,
  height,
  placeholder:
    'aa3344bb5544cc8844334455223344556677889900aabbcc112233445566778899ddeeffaa221122aa111122aaffffff',
})
const sentFile = (name: string): MessageFile => ({ id: idOf(9), name, size: 3_482_113, kind: 'file' })
const [wide, tall, long, small] = [
  pictureFile(1, 1600, 1200),
  pictureFile(2, 1200, 1600),
  pictureFile(3, 3000, 300),
  pictureFile(4, 40, 30),
]
/** The files of messages without a text. */
const fileGroups: MessageFile[][] = [
  [{ ...wide, alt: 'La sala piena di gente', movingMs: 900 }],
  [wide, { ...tall, movingMs: 900 }],
  [wide, tall, long],
  [wide, tall, { ...long, isSpoiler: true }, small],
  [sentFile(`${'relazione-'.repeat(10)}finale.pdf`), { ...sentFile('solve.py'), preview: 'py' }],
  [
    { ...wide, isSpoiler: true },
    { ...sentFile('installa.exe'), warning: 'Win.Test.EICAR_HDB-1' },
    { ...sentFile(`${longWord}.zip`), warning: longWord },
  ],
]
const withFiles = (groups = fileGroups) =>
  editMessages(messages, (some) =>
    repeat(some, groups.length, (message, index) => ({
      ...message,
      id: idOf(index),
      clientId: idOf(index),
      text: '',
      files: groups[index],
    })),
  )
const picturesAre = (answer: { status: number; body?: Buffer; contentType?: string }) => (page: Page) =>
  page.route('**/api/files/**', (route) => route.fulfill(answer))
const somePicture = picturesAre({ status: 200, body: greyPng(40, 30), contentType: 'image/png' })

const newest = (page: Page) => list(page).getByRole('paragraph').last()

/** With whom Anna has written, and whose answers she has read. */
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

/** Messages that may be edited still. */
async function withFreshMessages(page: Page) {
  const path = `/api/chat/${await conversationWithGiada(page)}/messages`
  await editMessages(path, (some) =>
    some.map((message) => ({ ...message, timestamp: new Date().toISOString() })),
  )(page)
}

async function withReactions(page: Page) {
  const path = `/api/chat/${await conversationWithGiada(page)}/messages`
  const reactions = [
    { reaction: 'up', count: 12 },
    { reaction: 'flag', count: 3 },
  ] as const
  await editMessages(path, (some) => some.map((message) => ({ ...message, reactions: [...reactions] })))(page)
}

async function showReactions(page: Page) {
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Vedi le reazioni' }).click()
}

async function openMenu(page: Page) {
  const own = list(page).getByRole('article', { name: /^Tu, / }).last()
  await own.hover()
  await own.getByRole('button', { name: 'Altre azioni' }).click()
}

const search = '/api/chat/search'

async function searchMessages(page: Page) {
  await page.getByRole('button', { name: 'Cerca nei messaggi' }).click()
  await page.getByRole('searchbox', { name: 'Cerca nei messaggi' }).fill('perche')
}

async function startEditing(page: Page) {
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Modifica' }).click()
}

async function saveEdit(page: Page, text: string) {
  await startEditing(page)
  await box(page).fill(text)
  await box(page).press('Enter')
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

/** Rooms of events with long titles, some of them unread. */
export const roomsWithLongTexts = (): OwnRooms => ({
  rooms: Array.from({ length: 5 }, (_, index) => ({
    conversationId: `evento-${idOf(index)}`,
    eventId: idOf(index),
    title: index % 2 === 0 ? 'W'.repeat(120) : longName(index),
    head: 3,
    readUpTo: index % 2 === 0 ? 1 : 3,
    mutedUntil: null,
    newest: 3,
  })),
})

/** Of the files that are attached one is there, one is refused, and the others stay on their way. No server keeps them. */
async function answerUploads(page: Page) {
  let started = 0
  let finished = 0
  await page.route('**/uploads', async (route) => {
    const { name, size } = route.request().postDataJSON() as { name: string; size: number }
    started += 1
    await route.fulfill({ status: 201, json: { id: idOf(started), name, size, partBytes, received: [] } })
  })
  await page.route('**/api/uploads/*/parts/*', (route) => route.fulfill({ status: 204 }))
  await page.route('**/api/uploads/*/finish', async (route) => {
    finished += 1
    if (finished === 1) await route.fulfill({ json: sentFile('appunti.pdf') })
    if (finished === 2)
      await route.fulfill({
        status: 503,
        json: { code: 'files.busy', params: { seconds: 10 }, requestId: '' },
      })
  })
}

async function attachFiles(page: Page) {
  const names = ['appunti.pdf', `${longWord}.zip`, 'filmato.mov', 'picture']
  const picture = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 64
    canvas.height = 48
    return canvas.toDataURL('image/png').replace(/^.*,/, '')
  })
  await page.getByLabel('Allega').locator('visible=true').waitFor()
  await page.locator('input[type=file]').setInputFiles(
    names.map((name) => ({
      name: name === 'picture' ? `${longName(1)}.png` : name,
      mimeType: name === 'picture' ? 'image/png' : 'application/octet-stream',
      buffer: name === 'picture' ? Buffer.from(picture, 'base64') : Buffer.alloc(300_000, name),
    })),
  )
  await expect(page.getByText('Riprova tra 10 secondi.')).toBeVisible()
}

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
  {
    ...room,
    state: 'others write',
    arrange: (page) =>
      page.routeWebSocket('**/api/live**', (socket) => {
        socket.connectToServer()
        const people = [0, 1, 2].map((index) => ({ uid: idOf(index), displayName: longName(index) }))
        const news = { type: 'chat.typing', conversationId: 'generale', people, more: 12 }
        const timer = setInterval(() => socket.send(JSON.stringify([news])), 1000)
        socket.onClose(() => clearInterval(timer))
      }),
    shows: (page) => page.getByText('e altri 12 stanno scrivendo…'),
  },
  { ...room, state: 'long texts', arrange: editMessages(messages, longMessages), shows: newest },
  {
    ...room,
    state: 'bots',
    arrange: editMessages(messages, (some) =>
      some.map((message, index) => ({
        ...message,
        userId: index % 3 === 0 ? message.userId : botIdOf(index % 3),
        userName: index % 3 === 0 ? message.userName : index % 3 === 1 ? 'Annunciatore' : longName(2),
        text: index % 3 === 0 ? `Grazie <@${botIdOf(1)}>` : 'La sfida 12 è aperta.',
        mentions: index % 3 === 0 ? [{ uid: botIdOf(1), displayName: 'Annunciatore' }] : undefined,
        replyTo:
          index % 3 === 2
            ? { sequence: 1, userId: botIdOf(1), userName: 'Annunciatore', excerpt: 'La sfida 11 è chiusa.' }
            : undefined,
      })),
    ),
    shows: newest,
  },
  {
    ...room,
    state: 'formatted',
    arrange: editMessages(messages, formattedMessages),
    shows: newest,
  },
  {
    ...room,
    state: 'spoilers open',
    arrange: editMessages(messages, (some) => formattedMessages(some).slice(0, 1)),
    act: async (page) => {
      for (const button of ['first', 'last'] as const)
        await page.getByRole('button', { name: 'Mostra spoiler' })[button]().click()
    },
    shows: (page) => page.getByRole('button', { name: 'Nascondi spoiler' }).last(),
  },
  {
    ...room,
    state: 'code unfolded',
    arrange: editMessages(messages, (some) => formattedMessages(some).slice(1, 2)),
    act: (page) => page.getByRole('button', { name: /Mostra tutto/ }).click(),
    shows: (page) => page.getByRole('button', { name: 'Mostra meno' }),
  },
  {
    ...room,
    state: 'files',
    arrange: all(withFiles(), somePicture),
    shows: (page) => page.getByText(/^Questo file può contenere un programma/),
  },
  {
    ...room,
    state: 'a flagged file is asked for',
    arrange: all(withFiles(), somePicture),
    act: (page) => page.getByRole('link', { name: 'Scarica' }).last().click(),
    shows: (page) => page.getByRole('alertdialog', { name: 'Scaricare il file segnalato?' }),
  },
  {
    ...room,
    state: 'pictures fail',
    arrange: all(withFiles(fileGroups.slice(0, 4)), picturesAre({ status: 404 })),
    shows: (page) => page.getByText('Immagine non disponibile.').first(),
  },
  {
    ...room,
    state: 'a picture is opened',
    arrange: all(
      editMessages(messages, (some) =>
        some.slice(0, 1).map((message) => ({ ...message, files: fileGroups[0] })),
      ),
      somePicture,
    ),
    act: (page) => page.getByRole('button', { name: 'Apri immagine: La sala piena di gente' }).click(),
    shows: (page) => page.getByRole('dialog').getByText('La sala piena di gente'),
  },
  {
    ...room,
    state: 'edited and removed',
    arrange: editMessages(messages, (some) =>
      some.slice(-6).map((message, index) => {
        if (index === 2)
          return { ...message, text: '', isRemoved: true as const, removedBy: 'author' as const }
        if (index === 4)
          return { ...message, text: '', isRemoved: true as const, removedBy: 'operator' as const }
        return { ...message, edits: 1, editedAt: message.timestamp }
      }),
    ),
    shows: newest,
  },
  {
    ...pair,
    state: 'menu open',
    arrange: withFreshMessages,
    act: openMenu,
    shows: (page) => page.getByRole('menuitem', { name: 'Copia testo' }),
  },
  {
    ...room,
    state: 'at a message by keyboard',
    act: async (page) => {
      await expect(newest(page)).toBeVisible()
      await list(page).focus()
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowUp')
    },
    shows: (page) => list(page).locator('article:focus'),
  },
  {
    ...pair,
    state: 'removal asked',
    arrange: withFreshMessages,
    act: async (page) => {
      await page.route('**/messages/*', (route) => route.abort())
      await openMenu(page)
      await page.getByRole('menuitem', { name: 'Elimina' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Elimina' }).click()
    },
    shows: (page) => page.getByText('Impossibile eliminare il messaggio. Riprova.'),
  },
  {
    ...pair,
    state: 'editing',
    arrange: withFreshMessages,
    act: startEditing,
    shows: (page) => page.getByText('Stai modificando un messaggio.'),
  },
  {
    ...pair,
    state: 'editing a message with files',
    arrange: all(somePicture, async (page) => {
      const path = `/api/chat/${await conversationWithGiada(page)}/messages`
      const files = [...(fileGroups[0] ?? []), ...(fileGroups[5] ?? [])]
      const timestamp = new Date().toISOString()
      await editMessages(path, (some) => some.map((message) => ({ ...message, timestamp, files })))(page)
    }),
    act: startEditing,
    shows: (page) => page.getByRole('list', { name: 'Allegati' }),
  },
  {
    ...pair,
    state: 'edit on its way',
    arrange: all(withFreshMessages, (page) => page.route('**/messages/*', () => undefined)),
    act: (page) => saveEdit(page, 'Ci vediamo alle nove.'),
    shows: (page) => page.getByText('salvataggio in corso'),
  },
  {
    ...pair,
    state: 'edit not saved',
    arrange: all(withFreshMessages, (page) => page.route('**/messages/*', (route) => route.abort())),
    act: (page) => saveEdit(page, 'Ci vediamo alle nove.'),
    shows: (page) => page.getByText('Modifica non salvata'),
  },
  {
    ...pair,
    state: 'edit refused',
    arrange: all(withFreshMessages, (page) =>
      page.route('**/messages/*', (route) =>
        route.fulfill({ status: 409, json: { code: 'chat.edit_conflict', requestId: '' } }),
      ),
    ),
    act: (page) => saveEdit(page, 'Ci vediamo alle nove.'),
    shows: (page) => page.getByRole('button', { name: 'Riprendi la modifica' }),
  },
  {
    ...room,
    state: 'reactions',
    arrange: all(
      editMessages(messages, (some) =>
        some.slice(-6).map((message, index) => ({
          ...message,
          reactions: reactionKinds
            .slice(0, index + 1)
            .map((reaction, place) => ({ reaction, count: 1 + place * place * 40 })),
        })),
      ),
      (page) =>
        page.route('**/reactions/own?**', (route) =>
          route.fulfill({ json: { own: [{ sequence: 6, change: 9, reactions: ['up', 'flag'] }] } }),
        ),
    ),
    shows: (page) => page.getByRole('button', { name: 'Flag, 1001 reazioni', pressed: true }),
  },
  {
    ...pair,
    state: 'who reacted',
    arrange: all(withReactions, (page) =>
      page.route('**/reactions?**', (route) =>
        route.fulfill({
          json: {
            people: Array.from({ length: 9 }, (_, index) => ({
              uid: idOf(index),
              displayName: longName(index),
              photoURL: '',
            })),
            next: 'altri',
          },
        }),
      ),
    ),
    act: showReactions,
    shows: (page) => page.getByRole('button', { name: 'Mostra altri' }).first(),
  },
  {
    ...pair,
    state: 'who reacted failed',
    arrange: all(withReactions, (page) => page.route('**/reactions?**', (route) => route.abort())),
    act: showReactions,
    shows: (page) => page.getByText('Impossibile caricare le reazioni. Riprova.').first(),
  },
  {
    ...pair,
    state: 'files attached',
    ownPage: true,
    arrange: answerUploads,
    act: attachFiles,
    shows: (page) => page.getByRole('checkbox', { name: 'Invia come file' }),
  },
  {
    ...pair,
    state: 'a message waits for its files',
    ownPage: true,
    arrange: answerUploads,
    act: async (page) => {
      await attachFiles(page)
      await write({ page }, 'Ecco gli appunti.')
    },
    shows: (page) => list(page).getByRole('list', { name: 'Allegati' }),
  },
  {
    ...pair,
    state: 'a picture is described',
    ownPage: true,
    arrange: answerUploads,
    act: async (page) => {
      await attachFiles(page)
      await page.getByRole('button', { name: 'Descrivi' }).click()
    },
    shows: (page) => page.getByRole('dialog', { name: "Descrizione dell'immagine" }),
  },
  {
    ...pair,
    state: 'files refused',
    act: (page) =>
      page
        .locator('input[type=file]')
        .setInputFiles([{ name: `${longWord}.txt`, mimeType: 'text/plain', buffer: Buffer.alloc(0) }]),
    shows: (page) => page.getByText('Questo file è vuoto.'),
  },
  {
    ...pair,
    state: 'replying',
    act: async (page) => {
      await openMenu(page)
      await page.getByRole('menuitem', { name: 'Rispondi' }).click()
    },
    shows: (page) => page.getByRole('button', { name: 'Annulla risposta' }),
  },
  {
    ...room,
    state: 'replies',
    arrange: editMessages(messages, (some) =>
      some.slice(-6).map((message, index) => ({
        ...message,
        replyTo: {
          sequence: 1,
          userId: idOf(index),
          userName: index % 2 ? longName(index) : 'Giada',
          excerpt:
            index === 5
              ? ''
              : (['Categorie?', longWord, 'La flag era [spoiler], e la spiegazione'][index % 3] ?? ''),
          ...(index === 5 ? { isRemoved: true as const } : {}),
        },
      })),
    ),
    shows: (page) => page.getByRole('button', { name: /: Messaggio eliminato\.$/ }),
  },
  {
    ...room,
    state: 'a name is completed',
    act: async (page) => {
      await box(page).pressSequentially('Grazie @')
      await box(page).pressSequentially('f')
    },
    shows: (page) => page.getByRole('option').first(),
  },
  {
    ...room,
    state: 'messages are found',
    arrange: change<FoundMessages>(search, () => ({
      results: ['Perché no?', `${longWord}perché`, 'Chiedilo a Giada: la flag è [spoiler]'].map(
        (excerpt, index) => ({
          conversationId: 'generale',
          sequence: index + 1,
          userId: idOf(index),
          userName: longName(index),
          timestamp: '2026-01-02T10:00:00.000Z',
          excerpt,
        }),
      ),
      next: 'x',
    })),
    act: searchMessages,
    shows: (page) => page.getByRole('button', { name: 'Cerca più indietro' }),
  },
  {
    ...room,
    state: 'no message is found',
    arrange: change<FoundMessages>(search, () => ({ results: [], next: null })),
    act: searchMessages,
    shows: (page) => page.getByText('Nessun messaggio trovato.'),
  },
  {
    ...room,
    state: 'messages are being searched',
    arrange: hold(search),
    act: searchMessages,
    shows: (page) => page.getByLabel('Da chi'),
  },
  {
    ...room,
    state: 'messages are not searched',
    arrange: fail(search),
    act: searchMessages,
    shows: (page) => page.getByText('Impossibile cercare nei messaggi. Riprova.'),
  },
  {
    ...room,
    state: 'messages for the reader',
    arrange: all(
      change<UnreadMentions>('/api/chat/mentions', () => ({
        total: 14,
        byRoom: { generale: 12, 'stanza-web': 2 },
        oldest: [{ conversationId: 'generale', sequence: 3 }],
      })),
      editMessages(messages, (some) => {
        const own = some.find(({ userName }) => userName === 'Anna Bassi')?.userId ?? idOf(0)
        return some.slice(-6).map((message) => ({
          ...message,
          text: `${message.text} <@${own}>, lo sapeva anche <@${idOf(1)}>`,
          mentions: [
            { uid: own, displayName: 'Anna Bassi' },
            { uid: idOf(1), displayName: longName(1) },
          ],
        }))
      }),
      (page) => page.route('**/mentions/3/read', () => undefined),
    ),
    shows: (page) => page.getByRole('button', { name: '12 messaggi per te' }),
  },
  {
    ...room,
    state: 'led to a message',
    path: '/app/chat-generale?messaggio=30',
    shows: (page) => page.getByRole('button', { name: 'Vai ai messaggi più recenti' }),
  },
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
    state: 'formatting',
    act: async (page) => {
      await page.getByRole('button', { name: 'Formattazione' }).click()
      await box(page).fill('Da portare')
      await page.getByRole('button', { name: 'Grassetto' }).click()
    },
    shows: (page) => page.getByRole('toolbar', { name: 'Formattazione' }),
  },
  {
    ...room,
    state: 'code with a language',
    act: (page) => box(page).fill('```python\nprint()'),
    shows: (page) => page.getByLabel('Linguaggio del codice'),
  },
  {
    ...room,
    state: 'emoji by name',
    act: (page) => box(page).pressSequentially('Si parte :fuo'),
    shows: (page) => page.getByRole('option', { name: 'fuoco' }),
  },
  {
    ...room,
    state: 'compact',
    arrange: (page) => page.addInitScript(() => localStorage.setItem('covo.density', 'compact')),
    shows: (page) => list(page).getByRole('article').last(),
  },
  {
    ...room,
    state: 'guide',
    act: async (page) => {
      await page.getByRole('button', { name: 'Formattazione' }).click()
      await page.getByRole('button', { name: 'Guida' }).click()
    },
    shows: (page) => page.getByRole('dialog', { name: 'Formattazione e scorciatoie' }),
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
    state: 'online and read',
    arrange: async (page) => {
      const id = await conversationWithGiada(page)
      const partner = await page.request.get(`/api/chat/${id}/partner`)
      const { uid } = (await partner.json()) as Partner
      await change<MessagePage>(`/api/chat/${id}/messages`, (shown) => ({ ...shown, readUpTo: shown.head }))(
        page,
      )
      await change('/api/friends/presence', () => ({ online: [uid] }))(page)
    },
    shows: (page) => page.getByText('Letto'),
  },
  {
    ...pair,
    state: 'blocked',
    arrange: async (page) =>
      change<Partner>(`/api/chat/${await conversationWithGiada(page)}/partner`, (partner) => ({
        ...partner,
        writing: 'blocked_by_me',
      }))(page),
    shows: (page) => page.getByRole('button', { name: 'Sblocca' }),
  },
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
