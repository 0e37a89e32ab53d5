import { runCommand } from '../src/commands.ts'

/**
 * Runs one of the operator's commands in the process of the test, to its end: for the work of a command. What a command is as a
 * program (its terminal, its signals, its memory) is tested with `runOperatorCommand`.
 *
 * @param settings the environment's settings, and all of it
 */
export async function operate(
  settings: Record<string, string>,
  ...words: string[]
): Promise<{ code: number; output: string }> {
  let output = ''
  const write = (text: string) => {
    output += text
  }
  const code = await runCommand(words, settings, { write, writeError: write })
  return { code, output }
}
