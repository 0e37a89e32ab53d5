import { expect, it } from 'vitest'
import { type Schema, sampleOf, typeOf } from './schema-type.ts'

const text: Schema = { type: 'string' }

it.each<[Schema, string]>([
  [text, 'string'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{}, 'unknown'],
  [{ const: true }, 'true'],
  [{ type: 'string', enum: ['a', 'b'] }, '"a" | "b"'],
  [{ $ref: '#/components/schemas/Message' }, 'Message'],
  [{ type: 'array', items: text }, 'string[]'],
  [{ type: 'array', items: { anyOf: [text, { type: 'null' }] } }, '(string | null)[]'],
  [{ type: 'array', items: { type: 'object', properties: { a: { enum: [1, 2] } } } }, '{\n  a?: 1 | 2\n}[]'],
  [{ allOf: [{ $ref: '#/x/A' }, { $ref: '#/x/B' }] }, 'A & B'],
  [{ type: 'object', additionalProperties: text }, '{\n  [name: string]: string\n}'],
  [{ type: 'object' }, '{}'],
  [
    {
      type: 'object',
      required: ['id'],
      properties: {
        id: { type: 'string', format: 'uuid' },
        limit: { type: 'integer', minimum: 1, maximum: 200, description: 'How many' },
        after: { type: 'integer', maximum: Number.MAX_SAFE_INTEGER },
        inner: { type: 'object', properties: { text: { type: 'string', maxLength: 9 } } },
      },
    },
    `{
  id: string  // uuid
  limit?: integer  // ≥ 1, ≤ 200. How many
  after?: integer
  inner?: {
    text?: string  // 9 characters at most
  }
}`,
  ],
])('%j is %s', (schema, type) => expect(typeOf(schema)).toBe(type))

it('a sample has what must be there', () => {
  const known: Schema = {
    type: 'object',
    required: ['kind', 'count', 'when', 'list', 'is', 'or'],
    properties: {
      kind: { enum: ['a', 'b'] },
      count: { type: 'integer', minimum: 1 },
      when: text,
      list: { type: 'array', items: text },
      is: { type: 'boolean' },
      or: { anyOf: [{ type: 'null' }, text] },
      more: text,
    },
  }
  const find = (name: string) => (name === 'Known' ? known : {})
  expect(sampleOf({ $ref: '#/components/schemas/Known' }, find)).toEqual({
    kind: 'a',
    count: 1,
    when: '',
    list: [],
    is: false,
    or: null,
  })
})
