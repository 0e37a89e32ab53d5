import { html } from 'hono/html'
import type { LimitTable } from '../platform/limits/limits.ts'
import { examplesOf, newUuid, type SampleRequest } from './examples.ts'
import { noteOf, type Schema, sampleOf, typeOf } from './schema-type.ts'

type Markup = ReturnType<typeof html>

type Parameter = { in: string; name: string; required?: boolean; schema: Schema }
type Answer = { $ref?: string; description?: string; content?: Record<string, { schema?: Schema }> }
type Operation = {
  operationId: string
  summary: string
  description?: string
  tags?: string[]
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema; example?: object }> }
  responses: Record<string, Answer>
}

/** The API's description, as its library types it. */
type OpenApi = {
  info: { title: string; version: string }
  paths?: object
  components?: { schemas?: object; responses?: object }
}

/** The socket's. */
type AsyncApi = {
  info: { description: string }
  channels: { live: { 'x-topics': { name: string; description: string; scope: string | null }[] } }
  components: { schemas: Record<string, Schema & { 'x-scope'?: string | null }> }
}

type Described = Operation & { method: string; path: string }

/** In the order of the page: first those whose operations programs call most. */
const tagNames: Record<string, string> = {
  chat: 'Chat',
  rooms: 'Stanze',
  teams: 'Squadre',
  files: 'File',
  events: 'Eventi',
  profiles: 'Profili',
  friends: 'Amici',
  notifications: 'Notifiche',
  home: 'Home',
  tokens: 'Token',
  bots: 'Bot',
  settings: 'Impostazioni',
  account: 'Account',
  auth: 'Accesso',
  blocks: 'Blocchi',
  reports: 'Segnalazioni',
  moderation: 'Moderazione',
  deletion: 'Eliminazione',
}

/**
 * The reference of the API as HTML: each operation with its input, answers and examples, and a form that tries it by a token.
 *
 * @param origin of the instance, for the examples
 */
export function referencePage(
  openApi: OpenApi,
  asyncApi: AsyncApi,
  limits: LimitTable,
  origin: string,
): Markup {
  const operations = Object.entries(openApi.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
      method,
      path,
      ...operation,
    })),
  )
  const byTag = Map.groupBy(operations, ({ tags: [tag = ''] = [] }) => tag)
  const tags = Object.keys(tagNames).filter((tag) => byTag.has(tag))
  const { schemas = {}, responses = {} } = (openApi.components ?? {}) as {
    schemas?: Record<string, Schema>
    responses?: Record<string, Answer>
  }
  const sections = tags.map(
    (tag) => html`<section aria-labelledby="tag-${tag}">
      <h2 tabindex="-1" id="tag-${tag}">${tagNames[tag]}</h2>
      ${(byTag.get(tag) ?? []).map((operation) => operationMarkup(operation, schemas, responses))}
    </section>`,
  )
  return html`<main class="reference">
    <header>
      <h1>${openApi.info.title}</h1>
      <p>
        Versione ${openApi.info.version}. Le descrizioni per i programmi:
        <a href="/api/openapi.json">OpenAPI</a>, <a href="/api/asyncapi.json">AsyncAPI</a>. I testi delle operazioni sono in inglese.
      </p>
    </header>
    <nav aria-label="Sezioni">
      <ul>
        <li><a href="#content">Per cominciare</a></li>
        <li><a href="#try">Prova con il tuo token</a></li>
        <li><a href="#socket">Socket</a></li>
        ${tags.map((tag) => html`<li><a href="#tag-${tag}">${tagNames[tag]}</a></li>`)}
        <li><a href="#schemas">Schemi</a></li>
        <li><a href="#limits">Limiti</a></li>
      </ul>
    </nav>
    <div>
      ${startMarkup(origin)}
      <section aria-labelledby="try">
        <h2 tabindex="-1" id="try">Prova con il tuo token</h2>
        <p id="token-hint">
          Crealo in <a href="/app/impostazioni/api">Impostazioni, API</a>. Resta in questa pagina finché è aperta. Le prove valgono: ciò che
          invii rimane.
        </p>
        <label for="token">Token</label>
        <input id="token" type="password" autocomplete="off" spellcheck="false" aria-describedby="token-hint" />
      </section>
      ${socketMarkup(asyncApi)} ${sections}
      <section aria-labelledby="schemas">
        <h2 tabindex="-1" id="schemas">Schemi</h2>
        ${Object.entries(schemas).map(
          ([name, schema]) => html`<details>
            <summary><h3>${name}</h3></summary>
            <pre id="schema-${name}" lang="en">${typeOf(schema)}</pre>
          </details>`,
        )}
      </section>
      ${limitsMarkup(limits)}
    </div>
  </main>`
}

const firstRequest: SampleRequest = {
  method: 'POST',
  path: '/api/chat/generale/messages',
  body: { clientId: newUuid, text: 'ping' },
}

/** The skip link leads to its heading. */
const startMarkup = (origin: string) => html`<section aria-labelledby="content">
  <h2 tabindex="-1" id="content">Per cominciare</h2>
  <p>
    Un programma agisce per conto tuo, con un token e nei limiti dei suoi permessi. Il token va in ogni richiesta, e nel socket. Gli esempi
    lo prendono, con l'indirizzo, da due variabili:
  </p>
  <pre>export API_URL=${origin} API_TOKEN=covo_…</pre>
  <p>Un messaggio in Chat Generale:</p>
  ${examplesMarkup(firstRequest)}
  <ul>
    <li>
      Un rifiuto è un <code>application/problem+json</code>: il programma guarda <code>code</code>. Dopo <code>429</code> e
      <code>503</code> aspetta i secondi di <code>Retry-After</code>; dopo gli altri <code>4xx</code> la stessa richiesta non
      riesce mai.
    </li>
    <li>
      Un messaggio inviato di nuovo con lo stesso <code>clientId</code> viene salvato una volta sola: <code>201</code> se è nuovo,
      <code>200</code> se c'era già.
    </li>
    <li>
      I messaggi di una chat sono numerati senza buchi da <code>sequence</code>: con <code>?after=</code> e l'ultimo numero visto
      arriva tutto ciò che manca, dal più vecchio.
    </li>
    <li>
      <code>RateLimit</code> dice quanto resta dei limiti, <code>ETag</code> con <code>If-None-Match</code> risparmia ciò che non
      è cambiato, <code>API-Version</code> è il giorno della versione.
    </li>
  </ul>
</section>`

/** The limits of this instance. */
function limitsMarkup(limits: LimitTable): Markup {
  return html`<section aria-labelledby="limits">
    <h2 tabindex="-1" id="limits">Limiti</h2>
    <p>
      I limiti di questa istanza, con i nomi che hanno in <code>RateLimit-Policy</code>. Quelli che riguardano una richiesta sono nella
      sua risposta.
    </p>
    <dl>
      ${Object.entries(limits).map(
        ([name, { points, seconds }]) => html`<dt><code>${name}</code></dt>
          <dd>${points} ogni ${seconds === 1 ? 'secondo' : `${seconds} secondi`}</dd>`,
      )}
    </dl>
  </section>`
}

function scopeOf({ security }: Operation): string | undefined {
  return security.find(({ token }) => token)?.token?.[0]
}

/** A text of the descriptions, in which backticks enclose code. */
function textMarkup(text = ''): (string | Markup)[] {
  return text.split('`').map((part, place) => (place % 2 ? html`<code>${part}</code>` : part))
}

/** A type as a block, or as a link to it where it has a name. */
function typeMarkup(schema: Schema): Markup {
  const type = typeOf(schema)
  return schema.$ref ? html`<pre><a href="#schema-${type}">${type}</a></pre>` : html`<pre>${type}</pre>`
}

function operationMarkup(
  operation: Described,
  schemas: Record<string, Schema>,
  shared: Record<string, Answer>,
): Markup {
  const { operationId, method, path, summary, description, security, parameters = [] } = operation
  const scope = scopeOf(operation)
  const isOpen = security.length === 0
  const answers = Object.entries(operation.responses).map(([status, { $ref, ...answer }]) => {
    const { description: what, content } = $ref ? (shared[$ref.split('/').at(-1) ?? ''] ?? {}) : answer
    const schema = content?.['application/json']?.schema
    return html`<dt>${status}</dt>
      <dd lang="en">${textMarkup(what)}${schema && typeMarkup(schema)}</dd>`
  })
  const bodySchema = operation.requestBody?.content['application/json']?.schema
  return html`<details id="${operationId}">
    <summary>
      <h3><span class="method">${method.toUpperCase()}</span> <code>${path}</code></h3>
      <span lang="en">${textMarkup(summary)}</span>
    </summary>
    ${description && html`<p lang="en">${textMarkup(description)}</p>`}
    <p>${permission(scope, isOpen)}</p>
    ${
      parameters.length > 0 &&
      html`<h4>Parametri</h4>
      <dl>
        ${parameters.map(
          ({ in: place, name, required, schema }) => html`<dt><code>${name}</code></dt>
          <dd>
            ${place === 'path' ? 'nel percorso' : 'nella query'}${required ? '' : ', facoltativo'}:
            <span lang="en">${[typeOf(schema), noteOf(schema)].filter(Boolean).join(', ')}</span>
          </dd>`,
        )}
      </dl>`
    }
    ${
      bodySchema &&
      html`<h4>Corpo</h4>
      <pre lang="en">${typeOf(bodySchema)}</pre>`
    }
    <h4>Risposte</h4>
    <dl>${answers}</dl>
    ${
      scope !== undefined &&
      html`<h4>Esempi</h4>
      ${examplesMarkup(requestOf(operation))}`
    }
    ${(scope !== undefined || isOpen) && path.startsWith('/api/') && tryMarkup(operation, schemas)}
  </details>`
}

function permission(scope: string | undefined, isOpen: boolean): Markup {
  if (scope) return html`Permesso del token: <code>${scope}</code>`
  return html`${isOpen ? 'Senza credenziali.' : 'Solo dal browser: nessun token la può chiamare.'}`
}

function examplesMarkup(request: SampleRequest): Markup {
  return html`<dl>
    ${Object.entries(examplesOf(request)).map(
      ([language, code]) => html`<dt>${language}</dt>
        <dd><pre lang="en">${code}</pre></dd>`,
    )}
  </dl>`
}

/** A request of an operation: with the example of its body, and its parameters' names where they have no example. */
function requestOf({ method, path, parameters = [], requestBody }: Described): SampleRequest {
  const { example } = requestBody?.content['application/json'] ?? {}
  const query = parameters.flatMap(({ in: place, name, required, schema }) =>
    place === 'query' && required ? `${name}=${schema.example ?? `{${name}}`}` : [],
  )
  const inPath = parameters.filter(({ in: place, schema }) => place === 'path' && schema.example)
  const address = inPath.reduce(
    (filled, { name, schema: { example = '' } }) => filled.replace(`{${name}}`, () => example),
    path,
  )
  return {
    method: method.toUpperCase(),
    path: query.length > 0 ? `${address}?${query.join('&')}` : address,
    body: example && 'clientId' in example ? { ...example, clientId: newUuid } : example,
  }
}

function tryMarkup(
  { operationId, method, path, parameters = [], requestBody }: Described,
  schemas: Record<string, Schema>,
): Markup {
  const bodySchema = requestBody?.content['application/json']?.schema
  const body =
    bodySchema &&
    JSON.stringify(
      sampleOf(bodySchema, (name) => schemas[name] ?? {}),
      null,
      2,
    )
  return html`<form data-method="${method.toUpperCase()}" data-path="${path}">
    <h4>Prova</h4>
    ${parameters.map(({ in: place, name, required, schema: { example = '' } }) => {
      const id = `${operationId}-${name}`
      return html`<label for="${id}">${name}</label>
        <input id="${id}" name="${place}.${name}" value="${example}" autocomplete="off" ${required ? 'required' : ''} />`
    })}
    ${
      body !== undefined &&
      html`<label for="${operationId}-body">Corpo</label>
      <textarea id="${operationId}-body" name="body" rows="6" spellcheck="false">${body}</textarea>`
    }
    <button type="submit">Prova <span class="visually-hidden">${method.toUpperCase()} ${path}</span></button>
    <pre role="status"></pre>
  </form>`
}

function socketMarkup({ info, channels, components }: AsyncApi): Markup {
  const frames = ['watch', 'unwatch'].flatMap((name) => components.schemas[name] ?? [])
  const news = Object.entries(components.schemas).filter(([name]) => name.includes('.'))
  return html`<section aria-labelledby="socket">
    <h2 tabindex="-1" id="socket">Socket</h2>
    <pre lang="en">${info.description}</pre>
    <h3>Ciò che invia il programma</h3>
    ${frames.map(
      ({ description, ...schema }) => html`<p lang="en">${description}</p>
        <pre lang="en">${typeOf(schema)}</pre>`,
    )}
    <h3>Argomenti</h3>
    <dl>
      ${channels.live['x-topics'].map(
        ({ name, description, scope }) => html`<dt><code>${name}</code></dt>
        <dd><span lang="en">${description}</span>${scope && html` Permesso: <code>${scope}</code>`}</dd>`,
      )}
    </dl>
    <h3>Ciò che invia il server, in array</h3>
    ${news.map(
      ([name, { description, 'x-scope': scope, ...schema }]) => html`<details>
        <summary><h4><code>${name}</code></h4></summary>
        <p lang="en">${textMarkup(description)}</p>
        ${scope && html`<p>Permesso del token: <code>${scope}</code></p>`}
        <pre lang="en">${typeOf(schema)}</pre>
      </details>`,
    )}
  </section>`
}
