import { execFile, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { makeToken } from '@covo/testing/member-actions'
import { expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'
import { examplesOf, newUuid, type SampleRequest } from './examples.ts'

const app = runTestApp()
const run = promisify(execFile)
const isThere = (program: string) => spawnSync(program, ['--version']).status === 0

const languages = [
  {
    language: 'curl',
    isThere: isThere('curl') && isThere('bash'),
    // Not every system has the program.
    command: (code: string) => ['bash', '-c', `uuidgen() { echo ${randomUUID()}; }\n${code}`],
  },
  {
    language: 'TypeScript',
    isThere: true,
    command: (code: string) => [process.execPath, '--input-type=module-typescript', '-e', code],
  },
  { language: 'Python', isThere: isThere('python3'), command: (code: string) => ['python3', '-c', code] },
]

const path = '/api/chat/generale/messages'

it.each(languages.filter((one) => one.isThere))('$language sends what it says', async (one) => {
  const { secret } = await makeToken(await app.as('anna'), 'chat:read', 'chat:write')
  const env = { ...process.env, API_URL: app.origin, API_TOKEN: secret }
  const answerTo = async (request: SampleRequest) => {
    const [program = '', ...words] = one.command(examplesOf(request)[one.language] ?? '')
    return (await run(program, words, { env })).stdout
  }
  const text = `"L'ora è già ${one.language}?" \\ $HOME`
  const body = { clientId: newUuid, text }
  expect(await answerTo({ method: 'POST', path, body })).toContain(JSON.stringify(text))
  expect(await answerTo({ method: 'GET', path: `${path}?limit=1` })).toContain(JSON.stringify(text))
  expect(await answerTo({ method: 'POST', path: '/api/chat/generale/typing' })).toMatch(/^(204 )?\n?$/)
})

it('a value is written as each language writes it', () => {
  const { TypeScript, Python } = examplesOf({
    method: 'PUT',
    path: '/',
    body: { a: [true, null, 'true', 2] },
  })
  expect(TypeScript).toContain('JSON.stringify({"a": [true, null, "true", 2]})')
  expect(Python).toContain('json.dumps({"a": [True, None, "true", 2]})')
})
