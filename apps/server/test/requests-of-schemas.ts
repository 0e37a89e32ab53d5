import { randomUUID } from 'node:crypto'
import { pick } from '@covo/testing/random'

export type Schema = {
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

/** Values that earlier answers had, by their fields' names, so that a request can name what is there. */
export type KnownValues = Map<string, unknown[]>

type Draw = {
  random: () => number
  known: KnownValues
  /** How often a known value is taken where there is one, from 0 to 1. */
  knownShare: number
}

/** A value that the schema allows: often one at its bounds, or one that is known by this name. */
export function allowedValue(draw: Draw, name: string, schema: Schema): unknown {
  const { random, known, knownShare } = draw
  const type = typeOf(draw, schema)
  if (type === 'null') return null
  if (schema.enum) return pick(random, schema.enum)
  const values = (known.get(name) ?? []).filter(
    (value) => typeof value === (type === 'integer' ? 'number' : type),
  )
  if (values.length > 0 && random() < knownShare) return pick(random, values)
  if (type === 'object') return allowedObject(draw, schema)
  if (type === 'array') {
    const least = schema.minItems ?? 0
    const count = pick(random, [least, Math.min(least + 1, schema.maxItems ?? 2)])
    return Array.from({ length: count }, () => allowedValue(draw, name, schema.items ?? {}))
  }
  if (type === 'boolean') return random() < 0.5
  if (type === 'integer' || type === 'number') {
    const { minimum = -1_000, maximum = 1_000_000 } = schema
    return pick(random, [minimum, maximum, Math.min(maximum, minimum + Math.floor(random() * 20))])
  }
  return allowedText(draw, schema)
}

function allowedObject(draw: Draw, { properties = {}, required = [] }: Schema): Record<string, unknown> {
  const { random, known, knownShare } = draw
  const fields = Object.entries(properties).filter(
    ([name]) => required.includes(name) || random() < (known.has(name) ? knownShare : 1 - knownShare),
  )
  return Object.fromEntries(fields.map(([name, schema]) => [name, allowedValue(draw, name, schema)]))
}

const patterns: Record<string, string[]> = {
  '^[\\w-]+={0,2}$': ['e30', 'aa=='],
  '^([01]\\d|2[0-3]):[0-5]\\d$': ['00:00', '23:59'],
  '^[\\w-]{1,80}$': ['generale', 'nessuna', 'a'.repeat(80)],
  '^[12]': ['2026-11-25T10:00:00Z', '2027-02-01T00:00:00.000Z', '1'],
}

function allowedText({ random }: Draw, { format, pattern, minLength = 0, maxLength = 300 }: Schema): string {
  const soon = new Date(Date.now() + Math.floor((random() - 0.2) * 1_000_000_000)).toISOString()
  if (format === 'uuid') return randomUUID()
  if (format === 'date-time') return soon
  if (format === 'date') return soon.slice(0, 10)
  if (pattern !== undefined) {
    const samples = patterns[pattern]
    if (!samples) throw new Error(`No text is known that fits ${pattern}`)
    return pick(random, samples)
  }
  const texts = [
    'a'.repeat(minLength),
    'a'.repeat(maxLength),
    'Serata di capture the flag',
    'è\u0301 ‮\n%_\\',
    soon,
  ]
  return pick(
    random,
    texts.filter((text) => text.length >= minLength && text.length <= maxLength),
  )
}

/** A value that the schema forbids: of another type, outside of its bounds, or with something wrong inside. */
export function forbiddenValue(draw: Draw, name: string, schema: Schema): unknown {
  const { random } = draw
  const type = typeOf(draw, schema)
  const others = [null, true, 7.5, 'nessuno', [[]], { a: 1 }]
  const beyond = [
    ...(schema.maximum === undefined ? [] : [schema.maximum + 1]),
    ...(schema.minimum === undefined ? [] : [schema.minimum - 1]),
    ...(schema.maxLength === undefined ? [] : ['a'.repeat(schema.maxLength + 1)]),
    ...(schema.maxItems === undefined ? [] : [Array.from({ length: schema.maxItems + 1 }, () => 'a')]),
  ]
  if (type === 'object' && random() < 0.7) {
    const whole = allowedObject(draw, schema)
    const field = Object.keys(schema.properties ?? {})[Math.floor(random() * Object.keys(whole).length)]
    if (field === undefined) return []
    if (random() < 0.3 && schema.required?.includes(field)) return { ...whole, [field]: undefined }
    return { ...whole, [field]: forbiddenValue(draw, field, schema.properties?.[field] ?? {}) }
  }
  if (type === 'array' && random() < 0.5) return [forbiddenValue(draw, name, schema.items ?? {})]
  return pick<unknown>(random, beyond.length > 0 && random() < 0.6 ? beyond : others)
}

function typeOf({ random }: Draw, { type = 'string' }: Schema): string {
  return typeof type === 'string' ? type : pick(random, type)
}

/** Notes each field of an answer by its name, and the newest values of each. */
export function learn(known: KnownValues, answer: unknown): void {
  if (Array.isArray(answer)) for (const one of answer) learn(known, one)
  else if (typeof answer === 'object' && answer !== null)
    for (const [field, value] of Object.entries(answer)) {
      const name = field === 'nextCursor' ? 'cursor' : field
      if (typeof value === 'object') learn(known, value)
      else if (typeof value === 'string' || typeof value === 'number')
        known.set(name, [...(known.get(name) ?? []).slice(-20), value])
    }
}
