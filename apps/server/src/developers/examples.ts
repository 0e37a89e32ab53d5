/** A request as a program sends it. */
export type SampleRequest = {
  method: string
  path: string
  /** Sent as JSON. Where it has `newUuid`, the program generates a UUID for each request. */
  body?: unknown
}

/** Stands for a UUID that the program makes for each request. */
export const newUuid = '{uuid}'

/** The same request in each language, with the instance's address and the token in API_URL and API_TOKEN. */
export function examplesOf(request: SampleRequest): Record<string, string> {
  return { curl: curl(request), TypeScript: typeScript(request), Python: python(request) }
}

function curl({ method, path, body }: SampleRequest): string {
  const isImplied = method === (body === undefined ? 'GET' : 'POST')
  const json = JSON.stringify(body)?.replaceAll("'", `'\\''`).replaceAll(newUuid, `'"$(uuidgen)"'`)
  return [
    `curl ${isImplied ? '' : `-X ${method} `}"$API_URL${path}"`,
    '-H "Authorization: Bearer $API_TOKEN"',
    ...(json === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${json}'`]),
  ].join(' \\\n  ')
}

function typeScript({ method, path, body }: SampleRequest): string {
  const headers = [
    `Authorization: \`Bearer \${process.env.API_TOKEN}\``,
    ...(body === undefined ? [] : ["'Content-Type': 'application/json'"]),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    `headers: {\n${lines(headers, '    ')}  }`,
    ...(body === undefined ? [] : [`body: JSON.stringify(${literalOf(body, script)})`]),
  ]
  return `const response = await fetch(\`\${process.env.API_URL}${path}\`, {
${lines(options, '  ')}})
console.log(response.status, await response.text())`
}

function python({ method, path, body }: SampleRequest): string {
  const headers = [
    '"Authorization": "Bearer " + os.environ["API_TOKEN"]',
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
  ]
  const data = body === undefined ? '' : literalOf(body, snake)
  const modules = [...(data ? ['json'] : []), 'os', ...(data.includes(snake.uuid) ? ['uuid'] : [])]
  const options = [
    `os.environ["API_URL"] + "${path}"`,
    `method="${method}"`,
    `headers={\n${lines(headers, '        ')}    }`,
    ...(data ? [`data=json.dumps(${data}).encode()`] : []),
  ]
  return `import ${modules.join(', ')}
from urllib.request import Request, urlopen

request = Request(
${lines(options, '    ')})
with urlopen(request) as response:
    print(response.status, response.read().decode())`
}

function lines(parts: string[], indent: string): string {
  return parts.map((part) => `${indent}${part},\n`).join('')
}

const script = { true: 'true', false: 'false', null: 'null', uuid: 'crypto.randomUUID()' }
const snake = { true: 'True', false: 'False', null: 'None', uuid: 'str(uuid.uuid4())' }

/** A value of JSON as a language writes it; strings and numbers are the same in both. */
function literalOf(value: unknown, words: typeof script): string {
  if (value === newUuid) return words.uuid
  if (value === null || typeof value === 'boolean') return words[`${value}`]
  if (Array.isArray(value)) return `[${value.map((item) => literalOf(item, words)).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const fields = Object.entries(value).map(
    ([name, field]) => `${JSON.stringify(name)}: ${literalOf(field, words)}`,
  )
  return `{${fields.join(', ')}}`
}
