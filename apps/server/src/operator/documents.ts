import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream'
import { parser } from 'stream-json'
import { Assembler } from 'stream-json/assembler.js'
import { StartupError } from '../platform/startup-error.ts'
import { fileError } from './write-file-atomically.ts'

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
    const { isLines, text } = await lookAtBeginning(decoded(path))
    if (isLines) {
      for await (const line of linesOf(text)) yield placedDocument(line)
      return
    }
    const name = basename(path).split('.')[0] ?? ''
    for await (const { path: place, document } of valuesOf(text, collections.has(name) ? [name] : [])) {
      yield* withNested(place, document)
    }
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw new StartupError(`The file ${path} is not in UTF-8: nothing was imported.`)
    // The parser's errors are plain ones.
    if (error instanceof SyntaxError || (error instanceof Error && error.message.startsWith('Parser ')))
      throw new StartupError(
        `The file ${path} can't be read as JSON (${error.message}): nothing was imported.`,
      )
    throw fileError(error, path)
  }
}

/** Other bytes would be stored as '\ufffd'. A mark of the byte order goes. */
async function* decoded(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>)
    yield decoder.decode(bytes, { stream: true })
  yield decoder.decode()
}

async function lookAtBeginning(chunks: AsyncIterable<string>) {
  const iterator = chunks[Symbol.asyncIterator]()
  let beginning = ''
  for (;;) {
    const { value, done } = await iterator.next()
    if (done) break
    beginning += value
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

/** A container that the parser is in, and the key of the value that it is at; a list has none. */
type Level = { isList: boolean; key: string }

/** The values two levels down (collection and id), each as soon as it is complete. */
async function* valuesOf(chunks: AsyncIterable<string>, prefix: string[]): AsyncGenerator<PlacedDocument> {
  const tokens = parser.asStream({ streamValues: false })
  // Errors of the source reach the loop too.
  pipeline(chunks, tokens, () => {})
  const levels: Level[] = []
  let assembler: Assembler | null = null
  for await (const token of tokens as AsyncIterable<parser.Token>) {
    const level = levels.at(-1)
    if (assembler) {
      assembler.consume(token)
      if (!assembler.done) continue
      const document: unknown = assembler.current
      assembler = null
      const [collection = '', key = ''] = placeOf(levels, prefix)
      yield { path: [collection, level?.isList ? ownId(document) : key], document }
    } else if (token.name === 'keyValue' && level) level.key = token.value
    else if (token.name === 'startObject' || token.name === 'startArray') {
      if (level && level.key !== nesting && placeOf(levels, prefix).length === 2) {
        assembler = new Assembler()
        assembler.consume(token)
      } else levels.push({ isList: token.name === 'startArray', key: '' })
    } else if (token.name === 'endObject' || token.name === 'endArray') levels.pop()
    else if (!level) throw new SyntaxError('it is neither an object nor a list')
  }
}

function placeOf(levels: Level[], prefix: string[]): string[] {
  const keys = levels.map(({ key }) => key).filter((key) => key !== nesting)
  return collections.has(keys[0] ?? '') ? keys : [...prefix, ...keys]
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
