import { expect, type Locator, type Page, type Route } from '@playwright/test'

/** A screen in one of the states that a person may find it in. */
export type ScreenState = {
  /** Groups the states of one screen. */
  screen: string
  state: string
  /** The viewer: Anna of the sample community, a newly registered member, or a visitor. */
  viewer: 'anna' | 'newcomer' | 'visitor'
  /** The path that is opened. */
  path: string | ((page: Page) => Promise<string>)
  /**
   * The preparation, such as the answers to its requests. A route that is added right after a page has opened may miss all of its
   * requests: the browser may still take the page before it for the present one.
   */
  arrange?: (page: Page) => Promise<unknown>
  /** The viewer's actions after the opening. */
  act?: (page: Page) => Promise<unknown>
  /** Is there once the state is. */
  shows: (page: Page) => Locator
  /** Whether it holds so much of the same that axe needs half a minute for it: the gallery examines it, in one window. */
  isHuge?: boolean
  /** Whether regions of one name stand in several articles, as the specification names them. */
  repeatsRegions?: boolean
  /** Whether a page is loaded for it: its arrangement changes the page's own text or its scripts. */
  ownPage?: boolean
  /** Whether there is no screen yet, and so no heading of one. */
  isBeforeScreen?: boolean
}

/** Edits the server's answers to reads of a path. */
export function change<Body>(path: string, edit: (body: Body) => Body): (page: Page) => Promise<unknown> {
  return onReading(path, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: edit((await response.json()) as Body) })
  })
}

/** Reading finds no server. */
export const fail = (path: string) => onReading(path, (route) => route.abort())

/** Reading is not answered. */
export const hold = (path: string) => onReading(path, () => undefined)

/** Writing is answered with a problem. */
export const refuse = (path: string, status: number, code: string, params: Record<string, number> = {}) =>
  onRequest(path, 'writing', (route) => route.fulfill({ status, json: { code, params, requestId: 'none' } }))

/** Writing is answered with data. */
export const fulfil = (path: string, json: unknown) =>
  onRequest(path, 'writing', (route) => route.fulfill({ json }))

/** Writing is answered with success and nothing else. */
export const accept = (path: string) => onRequest(path, 'writing', (route) => route.fulfill({ status: 204 }))

/** Writing is not answered. */
export const holdWriting = (path: string) => onRequest(path, 'writing', () => undefined)

const onReading = (path: string, handle: (route: Route) => unknown) => onRequest(path, 'reading', handle)

function onRequest(path: string, kind: 'reading' | 'writing', handle: (route: Route) => unknown) {
  return (page: Page) =>
    page.route(
      (url) => url.pathname === path,
      (route) =>
        (route.request().method() === 'GET') === (kind === 'reading') ? handle(route) : route.fallback(),
    )
}

/** The page of an instance that has the extensions. */
export const withExtensions = (page: Page) =>
  page.route(
    ({ pathname }) => !pathname.startsWith('/api/') && !pathname.includes('.'),
    async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(/(name="covo-extensions" content=")off/, '$1on')
      await route.fulfill({ response, body })
    },
  )

/** The page of an instance where events are looked up at CTFtime. */
export const withCtftime = (page: Page) =>
  page.route(
    ({ pathname }) => pathname.startsWith('/app/'),
    async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(/(name="covo-ctftime" content=")off/, '$1on')
      await route.fulfill({ response, body })
    },
  )

/** The page of a visitor into which the server wrote other data under an id. */
export const writeData =
  <Data>(id: string, edit: (data: Data) => Data) =>
  (page: Page) =>
    page.route(
      ({ pathname }) => !pathname.startsWith('/api/') && !pathname.includes('.'),
      async (route) => {
        const response = await route.fetch()
        const written = new RegExp(`(<script type="application/json" id="${id}">)(.*?)(</script>)`)
        const body = (await response.text()).replace(
          written,
          (_, start: string, data: string, end: string) =>
            `${start}${JSON.stringify(edit(JSON.parse(data) as Data))}${end}`,
        )
        await route.fulfill({ response, body })
      },
    )

/** The page of an instance that asks to confirm addresses, and has the extensions. */
export const askingConfirmation = (page: Page) =>
  page.route(
    ({ pathname }) => !pathname.startsWith('/api/') && !pathname.includes('.'),
    async (route) => {
      const response = await route.fetch()
      const body = (await response.text())
        .replace(/(name="covo-extensions" content=")off/, '$1on')
        .replace(/(name="covo-email-verification" content=")off/, '$1limited')
      await route.fulfill({ response, body })
    },
  )

/** The page of an instance where not everybody may register. */
export const registeringBy = (mode: 'invite' | 'closed') => (page: Page) =>
  page.route('**/Register', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/(name="covo-registration" content=")open/, `$1${mode}`)
    await route.fulfill({ response, body })
  })

/** One after the other. */
export const all =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page)
  }

/** As long as a name may be, with a space and without any. */
const longNames = ['Massimiliano Bartolomeo della Rovere-Pellegrinotti', 'W'.repeat(50)]

/** A word that no line is wide enough for. */
export const longWord = 'precipitevolissimevolmente'.repeat(8)

export const longName = (index: number): string => longNames[index % longNames.length] ?? ''

/** So many edited copies of the items, in turns. */
export function repeat<Item>(
  items: Item[],
  count: number,
  edit: (item: Item, index: number) => Item,
): Item[] {
  const [first] = items
  if (!first) throw new Error('there is nothing to repeat')
  return Array.from({ length: count }, (_, index) => edit(items[index % items.length] ?? first, index))
}

/** An id that no other number has. */
export const idOf = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

/** The same of bots, whose ids have version 8. */
export const botIdOf = (index: number): string => idOf(index).replace('-4', '-8')

/** Without network from now on. */
export async function goOffline(page: Page): Promise<void> {
  await expect(page.getByText('connesso')).toBeVisible()
  await page.context().setOffline(true)
}
