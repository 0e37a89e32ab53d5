import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { StartupError } from '../platform/startup-error.ts'
import { fileError } from './whole-file.ts'

/** A document of the specification's point 3, with its place: `['chats', id, 'messages', id]`. */
export type PlacedDocument = { path: string[]; document: unknown }

const collections = new Set(['users', 'events', 'chats', 'messages'])
/** Where exporters of document databases put the collections of a document, and of the whole. */
const nesting = '__collections__'

/**
 * The documents of a JSON file, one by one. Two shapes are understood: lines `{"path": "users/…", "document": {…}}`, as
 * our export writes them; and collections by name, each a map of documents by id or a list of documents, with the
 * messages of a chat in the chat. A file that bears a collection's name, such as users.json, may hold that collection
 * alone. Of the second shape one document at a time is in memory: a chat with all its messages, or one message.
 */
export async function* readDocuments(path: string): AsyncGenerator<PlacedDocument> {
  try {
    const chunks = createReadStream(path, 'utf8') as AsyncIterable<string>
    const { isLines, text } = await lookAtBeginning(chunks)
    if (isLines) {
      for await (const line of linesOf(text)) yield placedDocument(line)
      return
    }
    const name = basename(path).split('.')[0] ?? ''
    for await (const { path: place, document } of valuesOf(text, collections.has(name) ? [name] : [])) {
      yield* withNested(place, document)
    }
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new StartupError(
        `The file ${path} can't be read as JSON (${error.message}): nothing was imported.`,
      )
    throw fileError(error, path)
  }
}

async function lookAtBeginning(chunks: AsyncIterable<string>) {
  const iterator = chunks[Symbol.asyncIterator]()
  let beginning = ''
  for (;;) {
    const { value, done } = await iterator.next()
    if (done) break
    beginning = (beginning + value).replace(/^\uFEFF/, '')
    if (beginning.trimStart().length > 20) break
  }
  async function* text() {
    yield beginning
    for (;;) {
      const { value, done } = await iterator.next()
      if (done) return
      yield value
    }
  }
  return { isLines: /^\s*\{"path":/.test(beginning), text: text() }
}

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.trim()) yield line
  }
  if (rest.trim()) yield rest
}

function placedDocument(line: string): PlacedDocument {
  const { path, document } = JSON.parse(line) as { path?: unknown; document?: unknown }
  if (typeof path !== 'string') throw new SyntaxError('a line has no path')
  return { path: path.split('/'), document }
}

/** A container that the scanner is in: the key of what it is at, and whether a key comes next. */
type Level = { isList: boolean; key: string; position: number; isKeyNext: boolean }

/** The values two levels down (collection and id), each as soon as it is complete; what surrounds them is only passed through. */
async function* valuesOf(chunks: AsyncIterable<string>, prefix: string[]): AsyncGenerator<PlacedDocument> {
  const levels: Level[] = []
  let text = ''
  let index = 0
  /** Where the string or the value that is being collected begins in `text`; -1 when none is. */
  let start = -1
  let depth = 0
  let isInString = false
  let isEscaped = false

  let isEmpty = true

  function place(): string[] {
    const keys = levels.map(({ key }) => key).filter((key) => key !== nesting)
    return collections.has(keys[0] ?? '') ? keys : [...prefix, ...keys]
  }

  for await (const chunk of chunks) {
    text = (start < 0 ? '' : text.slice(start)) + chunk
    if (start >= 0) {
      index -= start
      start = 0
    } else index = 0
    for (; index < text.length; index += 1) {
      const character = text.charAt(index)
      const level = levels.at(-1)
      if (isInString) {
        if (isEscaped) isEscaped = false
        else if (character === '\\') isEscaped = true
        else if (character === '"') {
          isInString = false
          if (depth === 0 && level?.isKeyNext) {
            level.key = JSON.parse(text.slice(start, index + 1)) as string
            start = -1
          }
        }
      } else if (character === '"') {
        isInString = true
        if (depth === 0 && level?.isKeyNext) start = index
      } else if (character === '{' || character === '[') {
        if (depth > 0) depth += 1
        else if (levels.length > 0 && place().length === 2 && level?.key !== nesting) {
          depth = 1
          start = index
        } else {
          isEmpty = false
          const isList = character === '['
          levels.push({ isList, key: isList ? '0' : '', position: 0, isKeyNext: !isList })
        }
      } else if (character === '}' || character === ']') {
        if (depth > 1) depth -= 1
        else if (depth === 1) {
          depth = 0
          const document = JSON.parse(text.slice(start, index + 1)) as unknown
          start = -1
          const [collection = '', key = ''] = place()
          yield { path: [collection, level?.isList ? ownId(document) : key], document }
        } else if (!levels.pop()) throw new SyntaxError('a bracket is closed that was not opened')
      } else if (depth === 0 && level && character === ':') level.isKeyNext = false
      else if (depth === 0 && level && character === ',') {
        level.isKeyNext = !level.isList
        level.position += 1
        if (level.isList) level.key = String(level.position)
      }
    }
  }
  if (isEmpty || levels.length > 0 || depth > 0 || isInString) throw new SyntaxError('it ends too early')
}

/** In a list a document has its id among its fields. */
function ownId(document: unknown): string {
  const { id, uid } = (document ?? {}) as { id?: unknown; uid?: unknown }
  return typeof id === 'string' ? id : typeof uid === 'string' ? uid : ''
}

/** A document, and after it those of its own `messages`. */
function* withNested(path: string[], document: unknown): Generator<PlacedDocument> {
  const { messages, [nesting]: nested, ...fields } = (document ?? {}) as Record<string, unknown>
  const isChat = path[0] === 'chats'
  yield { path, document: isChat ? fields : document }
  if (!isChat) return
  const inner = messages ?? (nested as { messages?: unknown } | undefined)?.messages ?? {}
  const isList = Array.isArray(inner)
  for (const [key, message] of Object.entries(inner as object)) {
    yield { path: [...path, 'messages', isList ? ownId(message) : key], document: message }
  }
}
