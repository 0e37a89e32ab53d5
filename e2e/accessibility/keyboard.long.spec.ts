import { randomUUID } from 'node:crypto'
import * as cast from '@covo/testing/cast'
import { makeToken } from '@covo/testing/member-actions'
import { visit } from '@covo/testing/visitor'
import type { Page, Route } from '@playwright/test'
import { type Actor, expect, muteSocket, test, unique } from '../actors.ts'
import { ask, befriend, box, list, sendMessage } from '../chat/talk.ts'
import { card, nextYear, organise } from '../events/organise.ts'
import { linkFor } from '../outbox.ts'
import { type Keyboard, keyboardOf, perform } from './keyboard.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu principale' })
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

const fail = (route: Route) => route.fulfill({ status: 500, json: { code: 'common.internal' } })

/** A new page has no focus yet, or has it on its heading: the first Tab leads to a control. */
async function open(page: Page, path: string) {
  await page.goto(path)
  await expect(heading(page)).toBeVisible()
  await page.keyboard.press('Tab')
}

/** A chat begins in its box, from which the rest of the page lies before. */
async function openChat(page: Page, path: string) {
  await page.goto(path)
  await expect(box(page)).toBeFocused()
}

/** Closes the toast. */
const dismiss = ({ page, press }: Keyboard, text: string) =>
  press(alert(page, text).getByRole('button', { name: 'Chiudi' }), 'Enter')

test('A-02 a visitor registers, signs in in every way and out, by keyboard alone', async ({
  page,
  announced,
}) => {
  announced.push(/status of 40[14]/, /ERR_NAME_NOT_RESOLVED/)
  await page.setViewportSize({ width: 360, height: 640 })
  const keys = keyboardOf(page)
  const { press, reach, write } = keys
  const member = unique(cast.anna)
  const newPassword = 'Tana-nuova9'
  await open(page, '/')
  await perform('visitor', keys, {
    'landing: Login': async () => {
      await press(link(page, 'Login'), 'Enter')
      await expect(page).toHaveURL('/Login')
    },
    'login: the name leads to the landing page': async () => {
      await press(link(page, 'Covo'), 'Enter')
      await expect(page).toHaveURL('/')
    },
    'landing: Registrati': async () => {
      await press(link(page, 'Registrati'), 'Enter')
      await expect(page).toHaveURL('/Register')
    },
    'register: to the login': async () => {
      await press(link(page, 'Accedi'), 'Enter')
      await expect(page).toHaveURL('/Login')
    },
    'login: to the registration': async () => {
      await press(link(page, 'Registrati'), 'Enter')
      await expect(page).toHaveURL('/Register')
    },
    'register: submit, refused': async () => {
      await press(button(page, 'Inizia Ora'), 'Enter')
      await expect(field(page, 'Email')).toBeFocused()
    },
    'register: fill in': async () => {
      await write(field(page, 'Email'), member.email)
      await write(field(page, 'Username'), member.name)
      await write(field(page, 'Password'), member.password)
      await write(field(page, 'Conferma password'), member.password)
    },
    'register: show and hide the password': async () => {
      await press(button(page, 'Mostra password'), 'Space')
      await expect(field(page, 'Password')).toHaveAttribute('type', 'text')
      await press(button(page, 'Nascondi password'), 'Enter')
      await expect(field(page, 'Password')).toHaveAttribute('type', 'password')
    },
    'register: show and hide the confirmation': async () => {
      await press(button(page, 'Mostra conferma password'), 'Enter')
      await expect(field(page, 'Conferma password')).toHaveAttribute('type', 'text')
      await press(button(page, 'Nascondi conferma password'), 'Space')
    },
    'register: submit': async () => {
      await press(button(page, 'Inizia Ora'), 'Space')
      await expect(page).toHaveURL('/app/home')
    },
    'header: Logout': async () => {
      await press(button(page, 'Logout'), 'Enter')
      await expect(page).toHaveURL('/Login')
    },
    'login: refused': async () => {
      await write(field(page, 'Email'), member.email)
      await write(field(page, 'Password'), 'sbagliata')
      await page.keyboard.press('Enter')
      await expect(alert(page, 'Email o password non validi.')).toBeVisible()
      await expect(field(page, 'Password')).toBeFocused()
    },
    'login: Password dimenticata?': async () => {
      await press(link(page, 'Password dimenticata?'), 'Enter')
      await expect(page).toHaveURL('/reset-password')
    },
    'reset: ask for the mail': async () => {
      await write(field(page, 'Email'), member.email)
      await press(button(page, 'Invia link'), 'Enter')
      await expect(page.getByRole('status')).toContainText('Se esiste un account')
    },
    'reset: set the new password': async () => {
      await open(page, await linkFor(member.email, '/reset-password'))
      await write(field(page, 'Nuova password'), newPassword)
      await write(field(page, 'Conferma nuova password'), newPassword)
      await press(button(page, 'Imposta password'), 'Enter')
      await expect(page.getByText('Password cambiata.')).toBeVisible()
    },
    'reset: back to the login': async () => {
      await press(link(page, 'Accedi'), 'Enter')
      await expect(page).toHaveURL('/Login')
    },
    'login: submit': async () => {
      await write(field(page, 'Email'), member.email)
      await write(field(page, 'Password'), newPassword)
      await press(button(page, 'Accedi'), 'Enter')
      await expect(page).toHaveURL('/app/home')
      await press(button(page, 'Logout'), 'Enter')
    },
    'login: the provider, given up': async () => {
      const popup = await openPopup()
      await popup.close()
      await expect(alert(page, 'Login con Esempio annullato.')).toBeVisible()
    },
    'login: the provider': async () => {
      const popup = await openPopup()
      await popup.keyboard.type(`tastiera.${randomUUID().slice(0, 8)}`)
      await popup.keyboard.press('Tab')
      await popup.keyboard.type('una qualsiasi')
      await popup.keyboard.press('Enter')
      await expect(popup.getByRole('button', { name: 'Continue' })).toBeFocused()
      await popup.keyboard.press('Enter')
      await expect(page).toHaveURL('/app/home')
    },
  })

  async function openPopup() {
    await reach(button(page, 'Continua con Esempio'))
    const opening = page.waitForEvent('popup')
    await page.keyboard.press('Enter')
    const popup = await opening
    await expect(popup.getByPlaceholder('Enter any login')).toBeFocused()
    return popup
  }
})

test('A-02 the menu and the home are used by keyboard alone', async ({ anna, bruno, announced }) => {
  announced.push(/500/)
  const { page } = anna
  const keys = keyboardOf(page)
  const { press, reach } = keys
  await sendMessage(bruno, await befriend(anna, bruno), 'Ci vediamo in stazione?')
  const visit =
    (name: string, path: string, from = menu(page)) =>
    async () => {
      await press(from.getByRole('link', { name, exact: true }), 'Enter')
      await expect(page).toHaveURL(path)
      await expect(path === '/app/chat-generale' ? box(page) : heading(page)).toBeFocused()
    }
  const quick = (name: string, path: string) => async () => {
    const actions = page.getByRole('region', { name: 'Azioni rapide' })
    await visit('Home', '/app/home')()
    // The card's text below its name.
    await expect(actions.getByRole('link', { name, exact: true })).toHaveAccessibleDescription(/\w/)
    await visit(name, path, actions)()
  }
  await open(page, '/app/home')
  await perform('menu and home', keys, {
    'menu: Profilo': visit('Profilo', '/app/profilo'),
    'menu: Eventi': visit('Eventi', '/app/eventi'),
    'menu: Chat Generale': visit('Chat Generale', '/app/chat-generale'),
    'menu: Amici': visit('Amici', '/app/amici'),
    'menu: Impostazioni': visit('Impostazioni', '/app/impostazioni'),
    'header: Notifiche': async () => {
      await press(button(page, 'Notifiche'), 'Enter')
      await expect(page.getByRole('dialog', { name: 'Notifiche' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(button(page, 'Notifiche')).toBeFocused()
    },
    'header: the name leads home': visit('Covo', '/app/home', page.getByRole('banner')),
    'home: a recent message': async () => {
      await press(page.getByRole('region', { name: 'Messaggi Recenti' }).getByRole('link'), 'Enter')
      await expect(heading(page)).toHaveText(bruno.name)
    },
    'menu: Home': visit('Home', '/app/home'),
    'home: a conversation': async () => {
      await press(page.getByRole('region', { name: 'Conversazioni' }).getByRole('link').first(), 'Enter')
      await expect(heading(page)).toHaveText(bruno.name)
    },
    'a profile: Altre azioni': async () => {
      await press(page.getByRole('main').getByRole('link', { name: bruno.name }).first(), 'Enter')
      await press(button(page, 'Altre azioni'), 'Enter')
      await expect(page.getByRole('menuitem', { name: 'Rimuovi dagli amici' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(button(page, 'Altre azioni')).toBeFocused()
    },
    'home: Nascondi the first steps': async () => {
      await visit('Home', '/app/home')()
      await press(button(page, 'Nascondi'), 'Enter')
      await expect(button(page, 'Nascondi')).toHaveCount(0)
    },
    'home: Vedi tutti gli eventi': async () => {
      await press(button(page, 'Vedi tutti gli eventi'), 'Enter')
      await expect(page).toHaveURL('/app/eventi')
    },
    'home: quick action Profilo': quick('Profilo', '/app/profilo'),
    'home: quick action Eventi': quick('Eventi', '/app/eventi'),
    'home: quick action Chat': quick('Chat', '/app/chat-generale'),
    'home: quick action Amici': quick('Amici', '/app/amici'),
    'home: quick action Impostazioni': quick('Impostazioni', '/app/impostazioni'),
    'home: Novità': async () => {
      await visit('Home', '/app/home')()
      await press(button(page, 'Novità'), 'Enter')
      await dismiss(keys, "L'app è appena stata rilasciata")
    },
    'home: Riprova, next event': async () => {
      await muteSocket(page)
      await page.route('**/api/events/next', fail)
      await open(page, '/app/home')
      const retry = page
        .getByRole('region', { name: 'Prossimo Evento' })
        .getByRole('button', { name: 'Riprova' })
      await reach(retry)
      await page.unrouteAll()
      await page.keyboard.press('Enter')
      await expect(retry).toHaveCount(0)
    },
    'home: Riprova, recent messages': async () => {
      await page.route('**/api/chat/unread', fail)
      await open(page, '/app/home')
      const recent = page.getByRole('region', { name: 'Messaggi Recenti' })
      const retry = recent.getByRole('button', { name: 'Riprova' })
      await expect(recent).toContainText('Impossibile caricare i messaggi recenti.')
      await expect(recent).toContainText('Verifica gli indici del database.')
      await reach(retry)
      await page.unrouteAll()
      await page.keyboard.press('Enter')
      await expect(retry).toHaveCount(0)
    },
  })
})

test('A-02 profile and settings are used by keyboard alone', async ({ anna }) => {
  const { page } = anna
  const keys = keyboardOf(page)
  const { press, reach, write } = keys
  await open(page, '/app/profilo')
  await perform('profile and settings', keys, {
    'profile: Modifica Profilo': async () => {
      await press(button(page, 'Modifica Profilo'), 'Enter')
      await expect(field(page, 'Nome visualizzato')).toBeFocused()
    },
    'profile: Annulla': async () => {
      await write(field(page, 'Città'), 'Torino')
      await press(button(page, 'Annulla'), 'Enter')
      await expect(button(page, 'Modifica Profilo')).toBeFocused()
    },
    'profile: all fields': async () => {
      await page.keyboard.press('Enter')
      await write(field(page, 'Nome visualizzato'), `${anna.name} B`)
      await write(field(page, 'Professione'), 'Sistemista')
      await write(field(page, 'Città'), 'Torino')
      await write(field(page, 'Telefono'), '011 555 0100')
      await reach(field(page, 'Data di nascita'))
      await page.keyboard.type('12121990')
      await write(field(page, 'Bio'), 'Costruisco reti.')
    },
    'profile: Salva': async () => {
      await press(button(page, 'Salva'), 'Enter')
      await expect(page.getByText('12 dicembre 1990')).toBeVisible()
      await expect(button(page, 'Modifica Profilo')).toBeFocused()
    },
    'profile: Cambia foto profilo': async () => {
      await press(button(page, 'Cambia foto profilo'), 'Enter')
      await dismiss(keys, 'La modifica della foto profilo non è ancora implementata.')
    },
    'profile: Impostazioni Account': async () => {
      await press(button(page, 'Impostazioni Account'), 'Enter')
      await expect(page).toHaveURL('/app/impostazioni')
    },
    'settings: Invia Email Reset Password': async () => {
      await press(button(page, 'Invia Email Reset Password'), 'Enter')
      await expect(page.getByText('Email per il reset della password inviata')).toBeVisible()
    },
    'settings: three switches': async () => {
      for (const name of ['Aggiornamenti eventi', 'Nuovi messaggi chat', 'Richieste di amicizia']) {
        await press(page.getByRole('switch', { name }), 'Space')
        await expect(page.getByRole('switch', { name })).not.toBeChecked()
      }
      await expect(alert(page, 'Preferenze aggiornate.')).toHaveCount(0)
    },
    'settings: the deletion, closed by Escape': async () => {
      await press(button(page, 'Elimina Il Mio Account'), 'Enter', 'Escape')
      await expect(button(page, 'Elimina Il Mio Account')).toBeFocused()
    },
    'settings: the deletion, Annulla': async () => {
      await page.keyboard.press('Enter')
      await expect(button(page, 'Annulla')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(button(page, 'Elimina Il Mio Account')).toBeFocused()
    },
    'settings: the deletion, Elimina': async () => {
      await page.keyboard.press('Enter')
      await press(button(page, 'Elimina'), 'Enter')
      await expect(button(page, 'Elimina Il Mio Account')).toBeFocused()
      await dismiss(keys, "L'eliminazione dell'account non è ancora implementata")
    },
  })
})

test('A-02 events are found, created and joined by keyboard alone', async ({ anna, bruno, announced }) => {
  announced.push(/500/)
  const { page } = anna
  const mark = randomUUID()
  await page.setViewportSize({ width: 360, height: 640 })
  const keys = keyboardOf(page)
  const { press, reach, write } = keys
  const long = await organise(bruno, {
    title: `Notte ${mark}`,
    description: 'Sfide di rete e di carta. '.repeat(6),
  })
  const search = page.getByRole('searchbox', { name: 'Cerca eventi' })
  const filter = page.getByLabel('Filtra eventi')
  const dialog = page.getByRole('dialog', { name: 'Crea Nuovo Evento' })
  const find = async () => {
    const answered = page.waitForResponse((answer) => answer.url().includes(`search=${mark}`))
    await write(search, mark)
    await answered
    await expect(page.getByRole('article')).toHaveCount(1)
  }
  const part = (label: string) => dialog.getByLabel(label, { exact: true })
  await page
    .context()
    .route('https://ctf.esempio.it/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Notte</title>' }),
    )
  await open(page, '/app/eventi')
  await perform('events', keys, {
    search: find,
    filter: async () => {
      await press(filter, 'ArrowDown', 'ArrowDown')
      await expect(page.getByText('Nessun evento corrisponde ai filtri.')).toBeVisible()
    },
    'Togli i filtri': async () => {
      await press(button(page, 'Togli i filtri'), 'Enter')
      await expect(filter).toHaveValue('all')
    },
    'Carica altri eventi': async () => {
      const showLast = await holdLastPage(page, '/api/events', { events: [], nextCursor: null })
      await open(page, '/app/eventi')
      await find()
      await reach(button(page, 'Carica altri eventi'))
      showLast()
      await expect(button(page, 'Carica altri eventi')).toHaveCount(0)
      await page.unrouteAll({ behavior: 'wait' })
    },
    'card: Mostra altro, Mostra meno': async () => {
      const more = card(page, long.title).getByRole('button', { name: 'Mostra altro' })
      const less = card(page, long.title).getByRole('button', { name: 'Mostra meno' })
      await press(more, 'Enter')
      await expect(less).toBeFocused()
      await press(less, 'Space')
      await expect(more).toBeFocused()
    },
    'card: the link': async () => {
      await reach(card(page, long.title).getByRole('link', { name: /^https:/ }))
      const opening = page.waitForEvent('popup')
      await page.keyboard.press('Enter')
      await (await opening).close()
    },
    'card: Partecipa': async () => {
      const answered = page.waitForResponse('**/participation')
      await press(card(page, long.title).getByRole('button', { name: 'Partecipa' }), 'Enter')
      // An earlier press counts as a double click.
      await answered
      await expect(card(page, long.title)).toContainText('1 partecipante')
    },
    'card: Partecipo': async () => {
      const answered = page.waitForResponse('**/participation')
      await press(card(page, long.title).getByRole('button', { name: 'Partecipo' }), 'Space')
      await answered
      await expect(card(page, long.title)).toContainText('0 partecipanti')
    },
    'alert of a failure: close': async () => {
      await page.route('**/participation', fail)
      await press(card(page, long.title).getByRole('button', { name: 'Partecipa' }), 'Enter')
      await dismiss(keys, 'Operazione fallita.')
      await page.unrouteAll()
    },
    'dialog: open, close by Escape': async () => {
      await press(button(page, 'Crea Evento'), 'Enter')
      await expect(part('Titolo *')).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(button(page, 'Crea Evento')).toBeFocused()
    },
    'dialog: Chiudi': async () => {
      await page.keyboard.press('Enter')
      await expect(part('Titolo *')).toBeFocused()
      await press(dialog.getByRole('button', { name: 'Chiudi' }), 'Enter')
      await expect(button(page, 'Crea Evento')).toBeFocused()
    },
    'dialog: Annulla': async () => {
      await page.keyboard.press('Enter')
      await expect(part('Titolo *')).toBeFocused()
      await press(dialog.getByRole('button', { name: 'Annulla' }), 'Enter')
      await expect(button(page, 'Crea Evento')).toBeFocused()
    },
    'dialog: all fields, refused': async () => {
      await page.keyboard.press('Enter')
      await expect(part('Titolo *')).toBeFocused()
      await write(part('Titolo *'), `Caccia ${mark}`)
      await write(part('Descrizione *'), 'Una cattura di rete.')
      await reach(part('Data e ora di inizio *'))
      await page.keyboard.type(`1212${nextYear}10`)
      await page.keyboard.type('00A')
      await reach(part('Termine *'))
      await page.keyboard.type(`1212${nextYear}11`)
      await page.keyboard.type('00A')
      await press(part('Categoria *'), 'ArrowDown')
      await press(dialog.getByRole('button', { name: 'Crea', exact: true }), 'Enter')
      await expect(part('Link *')).toBeFocused()
    },
    'dialog: Crea': async () => {
      await page.keyboard.type('pacchetto.esempio.it')
      await page.keyboard.press('Enter')
      await expect(dialog).toHaveCount(0)
      await expect(card(page, `Caccia ${mark}`)).toContainText('Hackathon')
      await expect(card(page, `Caccia ${mark}`)).toBeFocused()
    },
    Riprova: async () => {
      await muteSocket(page)
      await page.route('**/api/events?*', fail)
      await open(page, '/app/eventi')
      await reach(button(page, 'Riprova'))
      await page.unrouteAll()
      await page.keyboard.press('Enter')
      await expect(button(page, 'Riprova')).toHaveCount(0)
    },
  })
})

test('A-02 friends are found and answered by keyboard alone', async ({
  anna,
  bruno,
  carla,
  dario,
  announced,
}) => {
  announced.push(/500/)
  const { page } = anna
  await page.setViewportSize({ width: 360, height: 640 })
  const keys = keyboardOf(page)
  const { press, reach, write } = keys
  const row = ({ name }: Actor) => page.getByRole('listitem').filter({ hasText: name })
  const filter = page.getByPlaceholder('Cerca tra i tuoi amici per nome o email...')
  const search = page.getByPlaceholder('Cerca utenti per nome o email...')
  await ask(bruno, anna)
  await ask(carla, anna)
  await open(page, '/app/amici')
  await perform('friends', keys, {
    'tabs by arrows': async () => {
      await press(tab(page, /^Amici/), 'ArrowRight')
      await expect(tab(page, /^Richieste/)).toBeFocused()
      await page.keyboard.press('ArrowRight')
      await expect(search).toBeVisible()
      await page.keyboard.press('ArrowRight')
      await expect(tab(page, /^Amici/)).toBeFocused()
    },
    'the empty list leads to the search': async () => {
      await press(button(page, 'Cerca Utenti'), 'Enter')
      await expect(search).toBeVisible()
    },
    search: async () => {
      await write(search, dario.email)
      await expect(row(dario)).toBeVisible()
    },
    'Aggiungi Amico': async () => {
      await press(row(dario).getByRole('button', { name: 'Aggiungi Amico' }), 'Enter')
      await expect(page.getByText('Richiesta inviata')).toBeFocused()
    },
    'Cancella il testo': async () => {
      await press(button(page, 'Cancella il testo'), 'Enter')
      await expect(search).toBeFocused()
    },
    'error banner: OK': async () => {
      await page.route('**/api/friends/search?*', fail)
      await write(search, 'nessuno')
      await press(button(page, 'OK'), 'Enter')
      await expect(button(page, 'OK')).toHaveCount(0)
    },
    Riprova: async () => {
      await reach(button(page, 'Riprova'))
      await page.unrouteAll()
      await page.keyboard.press('Enter')
      await expect(button(page, 'Riprova')).toHaveCount(0)
    },
    Accetta: async () => {
      await press(tab(page, /^Cerca/), 'ArrowLeft')
      await press(row(bruno).getByRole('button', { name: 'Accetta' }), 'Enter')
      await expect(tab(page, /^Richieste \(1\)/)).toBeVisible()
    },
    Rifiuta: async () => {
      await press(row(carla).getByRole('button', { name: 'Rifiuta' }), 'Enter')
      await expect(page.getByText('Nessuna richiesta di amicizia in arrivo.')).toBeVisible()
    },
    filter: async () => {
      await press(tab(page, /^Richieste/), 'ArrowLeft')
      await write(filter, bruno.email)
      await expect(row(bruno)).toBeVisible()
    },
    'Mostra altri': async () => {
      const showLast = await holdLastPage(page, '/api/friends', { people: [], nextCursor: null })
      // News of the answered requests would refetch the list, in the place of its next page.
      await muteSocket(page)
      await open(page, '/app/amici')
      await press(button(page, 'Mostra altri'), 'Enter')
      showLast()
      await expect(button(page, 'Mostra altri')).toHaveCount(0)
      await page.unrouteAll({ behavior: 'wait' })
    },
    Messaggio: async () => {
      await press(row(bruno).getByRole('button', { name: 'Messaggio' }), 'Enter')
      await expect(heading(page)).toHaveText(bruno.name)
      await expect(box(page)).toBeFocused()
    },
  })
})

test('A-02 the chats are read and written by keyboard alone', async ({ anna, bruno, announced }) => {
  announced.push(/429|500/)
  const { page } = anna
  await page.setViewportSize({ width: 1024, height: 600 })
  const keys = keyboardOf(page)
  const { press, reach, write } = keys
  const refusal = { code: 'chat.too_fast', params: { seconds: 1 }, requestId: 'uno' }
  const chat = await befriend(anna, bruno)
  for (let number = 1; number <= 25; number += 1) await sendMessage(bruno, chat, `Riga ${number}`)
  await openChat(page, '/app/chat-generale')
  await perform('chats', keys, {
    'public: open and close the rules': async () => {
      const rules = page.locator('summary')
      await press(rules, 'Enter')
      await expect(page.getByText('Rispetta gli altri utenti')).toBeVisible()
      await press(rules, 'Space')
      await expect(page.getByText('Rispetta gli altri utenti')).toBeHidden()
    },
    'public: write in two lines, send by Enter': async () => {
      await write(box(page), `Ciao ${anna.email}`)
      await page.keyboard.press('Shift+Enter')
      await page.keyboard.type('a tutti')
      await page.keyboard.press('Enter')
      await expect(list(page).getByText(anna.email)).toContainText('a tutti')
      await expect(box(page)).toBeFocused()
    },
    'public: Invia': async () => {
      await write(box(page), `Arrivo ${anna.email}`)
      await press(button(page, 'Invia'), 'Enter')
      await expect(list(page).getByText(`Arrivo ${anna.email}`)).toBeVisible()
    },
    'public: a mark by the bar, and the guide': async () => {
      await write(box(page), 'forte')
      await page.keyboard.press('ControlOrMeta+A')
      await press(button(page, 'Formattazione'), 'Enter')
      await press(button(page, 'Grassetto'), 'ArrowRight', 'Enter')
      await expect(box(page)).toHaveValue('*forte*')
      await expect(box(page)).toBeFocused()
      await press(button(page, 'Guida'), 'Enter')
      await expect(page.getByRole('dialog', { name: 'Formattazione e scorciatoie' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(button(page, 'Guida')).toBeFocused()
      await write(box(page), '')
    },
    'private: scroll': async () => {
      await openChat(page, `/app/chat/${chat}`)
      await expect(list(page).getByText('Riga 25', { exact: true })).toBeInViewport()
      // The list returns to its end as long as the rows of its opening are measured: no person is as quick.
      await expect(async () => {
        await press(list(page), 'PageUp', 'PageUp')
        await expect(list(page).getByText('Riga 5', { exact: true })).toBeInViewport({ timeout: 1000 })
      }).toPass()
      await expect(list(page).getByText('Riga 25', { exact: true })).not.toBeInViewport()
      await expect(async () => {
        const before = await list(page).evaluate((element) => element.scrollTop)
        expect(await list(page).evaluate(scrollTopAfterFrames)).toBe(before)
      }).toPass()
    },
    'private: the new ones': async () => {
      await sendMessage(bruno, chat, 'Nuova')
      await press(button(page, '1 nuovo messaggio'), 'Enter')
      await expect(list(page).getByText('Nuova', { exact: true })).toBeInViewport()
      await expect(button(page, '1 nuovo messaggio')).toHaveCount(0)
    },
    'private: from message to message, and back to the box': async () => {
      await reach(list(page))
      for (const text of ['Nuova', 'Riga 25', 'Riga 24']) {
        await page.keyboard.press('ArrowUp')
        await expect(list(page).getByRole('article').filter({ hasText: text })).toBeFocused()
        await keys.expectFocus(`at ${text}`)
      }
      await page.keyboard.press('Enter')
      await expect(page.getByRole('menuitemcheckbox').first()).toBeFocused()
      await page.keyboard.press('Escape')
      await page.keyboard.press('r')
      await expect(button(page, 'Annulla risposta')).toBeVisible()
      await expect(box(page)).toBeFocused()
      await page.keyboard.press('Escape')
    },
    'private: write': async () => {
      await write(box(page), 'Eccomi')
      await page.keyboard.press('Enter')
      await expect(list(page).getByText('Eccomi')).toBeVisible()
    },
    'private: Riprova of a message': async () => {
      await page.route('**/messages', (route) => route.fulfill({ status: 429, json: refusal }))
      await write(box(page), 'Persa')
      await page.keyboard.press('Enter')
      await reach(button(page, 'Riprova'))
      await page.unrouteAll()
      await page.keyboard.press('Enter')
      await expect(button(page, 'Riprova')).toHaveCount(0)
    },
    'private: Riprova of the messages': async () => {
      await muteSocket(page)
      await page.route('**/messages*', fail)
      await openChat(page, `/app/chat/${chat}`)
      await reach(button(page, 'Riprova'))
      await page.unrouteAll()
      await page.keyboard.press('Enter')
      await expect(list(page)).toContainText('Nuova')
    },
    'private: Torna agli amici': async () => {
      await press(link(page, 'Torna agli amici'), 'Enter')
      await expect(page).toHaveURL('/app/amici')
    },
  })
})

test('A-02 the reference of the API is read and tried by keyboard alone', async ({ page, anna }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const keys = keyboardOf(page)
  const { press, reach, write } = keys
  const sections = page.getByRole('navigation', { name: 'Sezioni' })
  const operation = page.locator('#sendMessage')
  const goTo = async (section: string) => {
    await reach(sections.getByRole('link', { name: section, exact: true }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: section, level: 2, exact: true })).toBeFocused()
  }
  await open(page, '/sviluppatori')
  await perform('reference of the API', keys, {
    'the descriptions for programs': async () => {
      for (const name of ['OpenAPI', 'AsyncAPI']) await reach(link(page, name))
    },
    'each section leads to its heading': async () => {
      for (const section of await sections.getByRole('link').allInnerTexts()) {
        await goTo(section)
        await open(page, '/sviluppatori')
      }
    },
    'the token': async () => {
      const { cookies } = await anna.context.storageState()
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
      const { secret } = await makeToken(visit(new URL(page.url()).origin, { cookie }), 'chat:write')
      await goTo('Prova con il tuo token')
      await write(page.getByRole('textbox', { name: 'Token', exact: true }), secret)
    },
    'open and close an operation': async () => {
      await goTo('Chat')
      await press(operation.locator('summary'), 'Enter')
      await expect(operation.getByLabel('conversationId')).toBeVisible()
      await press(operation.locator('summary'), 'Space', 'Space')
      await expect(operation.getByLabel('conversationId')).toBeVisible()
    },
    Prova: async () => {
      await write(operation.getByLabel('conversationId'), 'generale')
      await write(
        operation.getByLabel('Corpo'),
        JSON.stringify({ clientId: randomUUID(), text: 'Dalla tastiera' }),
      )
      await press(operation.getByRole('button'), 'Enter')
      await expect(operation.getByRole('status')).toContainText(/^201/)
    },
    'a schema': async () => {
      await goTo('Schemi')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect(page.locator('[id^="schema-"]').first()).toBeVisible()
    },
  })
})

/** Lets a list go on after its first page; answers a function that shows the last one. */
async function holdLastPage(page: Page, path: string, last: object): Promise<() => void> {
  let show = () => {}
  const shown = new Promise<void>((resolve) => {
    show = resolve
  })
  await page.route(
    ({ pathname }) => pathname === path,
    async (route) => {
      if (route.request().url().includes('cursor=')) {
        await shown
        return await route.fulfill({ json: last })
      }
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), nextCursor: 'segue' } })
    },
  )
  return show
}

/** Runs in the page: the scrolling that keys began goes on for some frames. */
async function scrollTopAfterFrames(element: HTMLElement | SVGElement): Promise<number> {
  for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame)
  return element.scrollTop
}
