import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')

/**
 * Runs one of the operator's commands as a process of its own, as `npm run covo -- …` does, to its end.
 *
 * @param settings the environment's settings; nothing else of them is inherited
 */
export async function runOperatorCommand(
  settings: Record<string, string>,
  ...words: string[]
): Promise<{ code: number | null; output: string }> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('COVO_'))
  const child = spawn(process.execPath, ['apps/server/src/covo.ts', ...words], {
    cwd: root,
    env: { NODE_COMPILE_CACHE: `${root}/.cache/compile`, ...Object.fromEntries(inherited), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}
