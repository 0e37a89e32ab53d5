/** A schema of JSON, as far as the descriptions use it (JSON Schema 2020-12 and draft 7). */
export type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  description?: string
  example?: string
}

/** The type of a schema in TypeScript's notation, with what that can't say behind it as a comment; a `$ref` by its last part. */
export function typeOf(schema: Schema, indent = ''): string {
  const { $ref, anyOf, oneOf, allOf } = schema
  if ($ref) return $ref.split('/').at(-1) ?? ''
  const choices = anyOf ?? oneOf
  if (choices) return join(choices, ' | ', indent)
  if (allOf) return join(allOf, ' & ', indent)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const types = [schema.type ?? 'unknown'].flat()
  return types.map((type) => simpleType(type, schema, indent)).join(' | ')
}

function join(schemas: Schema[], operator: string, indent: string): string {
  return [...new Set(schemas.map((schema) => typeOf(schema, indent)))].join(operator)
}

function simpleType(type: string, schema: Schema, indent: string): string {
  if (type === 'array') {
    const item = typeOf(schema.items ?? {}, indent)
    return /^[^{}]* [|&] /.test(item) ? `(${item})[]` : `${item}[]`
  }
  if (type === 'object') return objectType(schema, indent)
  return type
}

function objectType(
  { properties = {}, required = [], additionalProperties }: Schema,
  indent: string,
): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, field]) => {
    const mark = required.includes(name) ? '' : '?'
    const note = noteOf(field)
    return `${inner}${name}${mark}: ${typeOf(field, inner)}${note && `  // ${note}`}`
  })
  if (typeof additionalProperties === 'object')
    lines.push(`${inner}[name: string]: ${typeOf(additionalProperties, inner)}`)
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}

/** The format and the bounds of a value, and its description. */
export function noteOf({ format, minimum, maximum, minLength, maxLength, description }: Schema): string {
  const bounds = [
    format,
    minimum !== undefined && `≥ ${minimum}`,
    maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && `≤ ${maximum}`,
    minLength !== undefined && `${minLength} characters or more`,
    maxLength !== undefined && `${maxLength} characters at most`,
  ]
  return [bounds.filter(Boolean).join(', '), description].filter(Boolean).join('. ')
}

/** A value to begin with, for a body that somebody fills in; '{uuid}' is each time another one. */
export function sampleOf(schema: Schema, find: (name: string) => Schema): unknown {
  if (schema.$ref) return sampleOf(find(schema.$ref.split('/').at(-1) ?? ''), find)
  const [choice] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  if (choice) return sampleOf(choice, find)
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  const [type] = [schema.type ?? 'null'].flat()
  if (type === 'object') {
    const { properties = {}, required = [] } = schema
    const fields = Object.entries(properties).filter(([name]) => required.includes(name))
    return Object.fromEntries(fields.map(([name, field]) => [name, sampleOf(field, find)]))
  }
  if (type === 'array') return []
  if (type === 'boolean') return false
  if (type === 'integer' || type === 'number') return schema.minimum ?? 0
  if (schema.format === 'uuid') return '{uuid}'
  return type === 'string' ? '' : null
}
