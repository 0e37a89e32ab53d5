/**
 * Each component in its states on one sheet, for docs/design.md. Vite's server shows it; no build holds it. What only a
 * pointer or the keyboard brings about is marked `data-state` and brought about by the script that draws the sheet.
 */
import type { Event } from '@covo/contract/events/events.routes'
import type { OwnProfile } from '@covo/contract/profiles/profiles.routes'
import { IconCheck, IconPlus, IconRefresh, IconSearch } from '@tabler/icons-react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRef, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter, Outlet, Route, Routes } from 'react-router'
import { Composer } from '../src/chat/composer.tsx'
import { createAttachmentsLoader } from '../src/chat/files/attachments-loader.ts'
import { MessageBubble, type MessageHandlers } from '../src/chat/message-bubble.tsx'
import type { MessageRow } from '../src/chat/message-rows.ts'
import { Skeletons } from '../src/chat/skeletons.tsx'
import { CategoryBadge } from '../src/events/category-badge.tsx'
import { EventCard } from '../src/events/event-card.tsx'
import { Avatar } from '../src/ui/avatar.tsx'
import { Button } from '../src/ui/button.tsx'
import { EmptyState } from '../src/ui/empty-state.tsx'
import { PasswordField, TextField } from '../src/ui/field.tsx'
import { InlineAlert } from '../src/ui/inline-alert.tsx'
import { Logo } from '../src/ui/logo.tsx'
import { Mantine } from '../src/ui/mantine.tsx'
import { Splash } from '../src/ui/splash.tsx'
import { StrengthMeter } from '../src/ui/strength-meter.tsx'
import styles from './components.module.css'

const anna = '3f0c'
const member = { uid: anna, displayName: 'Anna Bassi' } as OwnProfile
const people = ['Tommaso', 'Nora', 'Giada', 'Kevin', 'Michele', 'Irene'].map((name, tone) => ({
  uid: String.fromCharCode(48 + tone),
  name,
  photoURL: null,
}))

const event: Event = {
  id: 'notte',
  title: 'Notte delle Bandiere',
  description: 'Ventiquattro ore di sfide jeopardy tra web, pwn, crypto e reverse.',
  dateTime: '2026-11-28T13:00:00.000Z',
  deadline: '2026-11-29T13:00:00.000Z',
  link: 'https://ctf.esempio.it/notte',
  category: 'ctf',
  duration: '24 ore',
  timeZone: 'Europe/Rome',
  isAllDay: false,
  venue: 'none',
  address: '',
  status: 'planned',
  cancelReason: '',
  version: 0,
  canManage: false,
  organizerId: 'tommaso',
  organizerName: 'Tommaso Ghedini',
  mapLink: '',
  ctftimeId: '',
  capacity: null,
  teamSize: null,
  joinDeadline: null,
  participantsCount: 38,
  waitingCount: 0,
  isParticipating: true,
  participation: 'joined',
  revision: 0,
  createdAt: '2026-11-01T13:00:00.000Z',
  updatedAt: '2026-11-01T13:00:00.000Z',
}

const box = createRef<HTMLTextAreaElement>()
const attachments = createAttachmentsLoader('none', anna, () => undefined)

const messageHandlers: MessageHandlers = {
  onRetry: () => undefined,
  onDiscard: () => undefined,
  onOpenMenu: () => undefined,
  onOpenPicture: () => undefined,
  onReact: null,
  onReply: null,
  onEdit: null,
  onLeave: () => undefined,
  onJump: () => undefined,
  onRetryEdit: () => undefined,
  onResumeEdit: () => undefined,
  onDiscardEdit: () => undefined,
}

const row: MessageRow = {
  key: 'row',
  clientId: 'row',
  sequence: 1,
  userId: '1',
  userName: 'Nora Vitali',
  photoURL: null,
  text: '',
  files: [],
  replyTo: null,
  mentions: undefined,
  mentionsViewer: false,
  viewerId: '2',
  isRemoved: false,
  removedBy: null,
  edits: 0,
  editedAt: null,
  edit: null,
  reactions: undefined,
  date: new Date('2026-11-21T08:12:00.000Z'),
  day: 'Sat Nov 21 2026',
  isOwn: false,
  startsDay: false,
  startsUnread: false,
  id: null,
  startsGroup: true,
  endsGroup: false,
  isLast: false,
  status: null,
  problem: null,
  hasAttachments: false,
}

const rows: MessageRow[] = [
  { ...row, startsDay: true, text: '`checksec` dice NX e PIE attivi.' },
  { ...row, startsGroup: false, text: '```c\nprintf(nome); // qui\n```' },
  {
    ...row,
    startsGroup: false,
    endsGroup: true,
    text: 'La flag comincia con ||covo{f||. Da dove partireste?',
  },
  { ...row, isOwn: true, text: 'Dalla format string: https://lettura.esempio.org/fmt' },
  {
    ...row,
    isOwn: true,
    startsGroup: false,
    endsGroup: true,
    text: 'Poi il GOT.',
    status: 'refused',
    problem: 'Stai scrivendo troppo in fretta. Riprova tra 7 secondi.',
  },
  { ...row, isOwn: true, endsGroup: true, text: 'Arrivo tra dieci minuti.', status: 'waiting' },
]

function Group({ id, isWide, children }: { id: string; isWide?: true; children: ReactNode }) {
  return (
    <section id={id} className={[styles.group, isWide && styles.wide].filter(Boolean).join(' ')}>
      {children}
    </section>
  )
}

function Components() {
  return (
    <main className={styles.sheet}>
      <Group id="buttons">
        <div className={styles.row}>
          <Button variant="primary">
            <IconPlus aria-hidden="true" />
            Crea Evento
          </Button>
          <Button variant="soft" aria-pressed>
            <IconCheck aria-hidden="true" />
            Partecipo
          </Button>
          <Button>Partecipa</Button>
          <Button variant="quiet">Annulla</Button>
        </div>
        <div className={styles.row}>
          <Button variant="primary" data-state="hover">
            Crea Evento
          </Button>
          <Button variant="primary" data-state="focus-visible">
            Accedi
          </Button>
          <Button variant="primary" busy>
            Accesso in corso...
          </Button>
          <Button disabled>Prossimamente</Button>
        </div>
        <div className={styles.row}>
          <Button size="small">36</Button>
          <Button>40</Button>
          <Button size="large">48</Button>
        </div>
        <p className={styles.states}>
          primary · soft · secondary · quiet · hover · focus · busy · disabled · sizes
        </p>
      </Group>
      <Group id="fields">
        <TextField label="Nome visualizzato" defaultValue="Irene Lodi" />
        <TextField
          label="Email"
          defaultValue="irene.lodi@esempio"
          error="Inserisci un indirizzo email valido."
        />
        <TextField
          label="Cerca"
          icon={<IconSearch aria-hidden="true" />}
          placeholder="Cerca utenti per nome o email..."
          data-state="focus-visible"
        />
      </Group>
      <Group id="strength-meter">
        <PasswordField label="Password" secret="password" defaultValue="Tana-verde9" />
        <StrengthMeter id="strong" password="Tana-verde9" />
        <StrengthMeter id="fair" password="Tanaverde" />
        <StrengthMeter id="weak" password="tanaverde" />
      </Group>
      <Group id="badges">
        <div className={styles.row}>
          <CategoryBadge category="ctf" />
          <CategoryBadge category="hackathon" />
          <CategoryBadge category="contest" />
          <CategoryBadge category="other" />
        </div>
        <div className={styles.row}>
          {people.map((person) => (
            <Avatar key={person.uid} person={person} />
          ))}
          <Avatar person={{ uid: '2', name: '', photoURL: null }} />
        </div>
        <div className={styles.row}>
          <Avatar size="large" person={{ uid: '1', name: 'Nora', photoURL: null }} />
          <Avatar size="portrait" person={{ uid: '3', name: 'Kevin', photoURL: null }} />
          <Logo />
        </div>
      </Group>
      <Group id="alerts">
        <InlineAlert kind="warn">Connessione persa. Mi ricollego…</InlineAlert>
        <InlineAlert kind="error">Errore: Impossibile accettare la richiesta. Riprova.</InlineAlert>
        <InlineAlert kind="info">Per cambiare la password vai alle impostazioni dell'account.</InlineAlert>
      </Group>
      <Group id="loading">
        <Skeletons />
      </Group>
      <Group id="event-card" isWide>
        <EventCard event={event} now={Date.parse('2026-11-21T09:00:00.000Z')} />
      </Group>
      <Group id="event-card-own">
        <EventCard
          event={{
            ...event,
            id: 'cantiere',
            title: 'Cantiere Aperto',
            category: 'hackathon',
            organizerId: anna,
          }}
          now={Date.parse(event.dateTime)}
        />
      </Group>
      <Group id="bubbles" isWide>
        <div className={styles.messages}>
          {rows.map((one, index) => (
            <MessageBubble
              // biome-ignore lint/suspicious/noArrayIndexKey: they never change
              key={index}
              row={{ ...one, isLast: index === rows.length - 1 }}
              now={new Date('2026-11-21T09:00:00.000Z')}
              handlers={messageHandlers}
              onUnreadShown={() => undefined}
            />
          ))}
        </div>
        <Composer
          box={box}
          conversationId="none"
          ownId={anna}
          isSignedIn
          people={() => []}
          reply={null}
          onReply={() => undefined}
          onTyping={() => undefined}
          attachments={attachments}
          onAttach={() => undefined}
          onSay={() => undefined}
          onSend={() => undefined}
          editDraft={null}
          onEdit={() => undefined}
          onEditNewest={() => undefined}
          onSave={() => undefined}
        />
      </Group>
      <Group id="splash">
        <Splash text="Caricamento utente..." />
      </Group>
      <Group id="empty">
        <EmptyState text="Nessun evento in programma.">
          <Button variant="soft">Organizza il primo</Button>
        </EmptyState>
      </Group>
      <Group id="nothing-found">
        <EmptyState text="Nessun evento corrisponde ai filtri." />
      </Group>
      <Group id="error">
        <EmptyState broken text="Errore nel caricamento degli eventi: Operazione fallita.">
          <Button>
            <IconRefresh aria-hidden="true" />
            Riprova
          </Button>
        </EmptyState>
      </Group>
    </main>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('components.html has no #root')
createRoot(root).render(
  <QueryClientProvider client={new QueryClient()}>
    <Mantine>
      <MemoryRouter>
        <Routes>
          <Route element={<Outlet context={member} />}>
            <Route path="*" element={<Components />} />
          </Route>
        </Routes>
      </MemoryRouter>
    </Mantine>
  </QueryClientProvider>,
)
