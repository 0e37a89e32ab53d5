import './reference.css'

/** The page of the API's reference, which the server renders: its forms send real requests, with the typed token. */
const token = document.querySelector<HTMLInputElement>('#token')

document.addEventListener('submit', (event) => {
  event.preventDefault()
  if (event.target instanceof HTMLFormElement) void attempt(event.target)
})

async function attempt(form: HTMLFormElement): Promise<void> {
  const answer = form.querySelector<HTMLElement>('[role=status]')
  if (!answer) return
  answer.textContent = 'Invio …'
  try {
    const response = await send(form)
    const type = response.headers.get('content-type') ?? ''
    const body = await response.text()
    const shown = type.includes('json') ? JSON.stringify(JSON.parse(body), null, 2) : body
    const limit = response.headers.get('ratelimit')
    const lines = [`${response.status} ${response.statusText}`, limit && `RateLimit: ${limit}`, shown]
    answer.textContent = lines.filter(Boolean).join('\n')
  } catch {
    answer.textContent = 'Nessuna risposta: controlla la connessione e riprova.'
  }
}

/** A cookie beside the token would be ignored: none is sent. */
async function send(form: HTMLFormElement): Promise<Response> {
  const { method = 'GET', path = '' } = form.dataset
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)] as const)
  const query = new URLSearchParams()
  let address = path
  let body: string | undefined
  for (const [name, value] of fields) {
    const [place, key = ''] = name.split(/\.(.*)/s)
    if (place === 'path') address = address.replace(`{${key}}`, () => encodeURIComponent(value))
    else if (place === 'query' && value !== '') query.append(key, value)
    // It is missing at plain http from another machine: there one types an id. A module that the program shares would cost its
    // first visit a request.
    else if (place === 'body') body = value.replaceAll('{uuid}', () => crypto.randomUUID?.() ?? '')
  }
  const search = query.size > 0 ? `?${query}` : ''
  const secret = token?.value.trim()
  return await fetch(`${address}${search}`, {
    method,
    credentials: 'omit',
    headers: {
      ...(secret && { Authorization: `Bearer ${secret}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  })
}
