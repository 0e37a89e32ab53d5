import { answerChecks, type Exchange } from '@covo/testing/visitor'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { inject } from 'vitest'

type Schema = {
  [keyword: string]: unknown
  $ref?: string
  allOf?: Schema[]
  properties?: Record<string, Schema>
}
type Response = { $ref?: string; content?: Record<string, { schema?: Schema }> }
type Operation = { responses: Record<string, Response> }
type Description = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> }
}

/**
 * Set-up of the server's tests: every answer that a visitor gets from an operation of the API has a status, a media type, fields and
 * values that `/api/openapi.json` declares, and no others. An answer that does not fails its request.
 */
const { paths, components } = JSON.parse(inject('description')) as Description
const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }))
const operations = Object.entries(paths)
  .map(([path, methods]) => ({
    path,
    methods,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))
  // A router matches what is fixed before what is not: /events/feed is no {eventId}.
  .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)
const validators = new Map<Schema, ValidateFunction>()

answerChecks.clear()
answerChecks.add(checkAnswer)

function checkAnswer({ method, url, status, mediaType, body }: Exchange): void {
  const found = operations.find(({ pattern }) => pattern.test(url.pathname))
  const operation = found?.methods[method.toLowerCase()]
  if (!found || !operation) return
  const name = `${method} ${found.path} answers ${status}`
  const declared = resolve(operation.responses[status], components.responses)
  if (!declared) throw new Error(`${name}, which its description doesn't declare: ${body.subarray(0, 500)}`)
  if (!declared.content) {
    if (body.length > 0) throw new Error(`${name} with a body, which its description doesn't declare`)
    return
  }
  const { schema } = declared.content[mediaType] ?? {}
  if (!declared.content[mediaType])
    throw new Error(`${name} as ${mediaType}, which its description doesn't declare`)
  if (!schema || !mediaType.endsWith('json')) return
  const validate = validators.get(schema) ?? ajv.compile(close(schema))
  validators.set(schema, validate)
  if (!validate(JSON.parse(body.toString())))
    throw new Error(
      `${name} unlike its description: ${ajv.errorsText(validate.errors)}: ${body.subarray(0, 500)}`,
    )
}

function resolve<Part extends { $ref?: string }>(
  part: Part | undefined,
  named: Record<string, Part>,
): Part | undefined {
  return part?.$ref ? named[part.$ref.split('/').at(-1) ?? ''] : part
}

/** The schema without references, whose objects have no further fields. */
function close(schema: Schema): Schema {
  const opened = open(schema)
  const isObject = opened.allOf || opened.properties
  return isObject && !('additionalProperties' in opened)
    ? { ...opened, unevaluatedProperties: false }
    : opened
}

/** The same, but for its own fields: more may stand beside it. */
function open(schema: Schema): Schema {
  const { allOf, properties, ...others } = resolve(schema, components.schemas) ?? schema
  const closed = Object.entries(others).map(([keyword, value]) => [
    keyword,
    keyword === 'anyOf' || keyword === 'oneOf'
      ? (value as Schema[]).map(close)
      : isSchema(keyword, value)
        ? close(value)
        : value,
  ])
  return {
    ...Object.fromEntries(closed),
    ...(allOf && { allOf: allOf.map(open) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([field, one]) => [field, close(one)])),
    }),
  }
}

function isSchema(keyword: string, value: unknown): value is Schema {
  return (keyword === 'items' || keyword === 'additionalProperties') && typeof value === 'object'
}
