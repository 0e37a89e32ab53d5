import { join } from 'node:path'
import { runOperatorCommand } from '@covo/testing/operator-command'
import { expect } from '../actors.ts'
import { originOf } from '../chat/talk.ts'

/** Runs a command beside the server that the tests look at, as its operator would; returns its output. */
export async function operate(...words: string[]): Promise<string> {
  const folder = join(process.env.COVO_E2E_DATA ?? '', new URL(originOf()).port)
  const { code, output } = await runOperatorCommand({ COVO_DATA_DIR: folder }, ...words)
  expect(output).toBeTruthy()
  expect(code, output).toBe(0)
  return output
}
