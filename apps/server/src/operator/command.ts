import type { ParseArgsConfig } from 'node:util'
import type pg from 'pg'
import type { Database } from '../platform/database/database.ts'

type CommandInput = {
  database: Database
  pool: pg.Pool
  /** The words after the command's name, as many as it asks for. */
  words: string[]
  /** Which of the command's flags were given. */
  flags: Set<string>
  /** One line for the operator. */
  print: (line: string) => void
}

export type Command = {
  /** What stands after the command's name, such as `FILE`. */
  usage: string
  summary: string
  /** How many words follow the name. */
  words: { from: number; to: number }
  /** By name, each with what it does. */
  flags?: Record<string, string>
  /** Whether it works in an empty database too, which is then made ready. */
  beginsEmpty?: boolean
  /** Answers the exit code. */
  run(input: CommandInput): Promise<number>
}

/** The options of `parseArgs` that a command takes. */
export function optionsOf({ flags = {} }: Command): NonNullable<ParseArgsConfig['options']> {
  return Object.fromEntries(['help', ...Object.keys(flags)].map((name) => [name, { type: 'boolean' }]))
}
