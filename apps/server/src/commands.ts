import { parseArgs } from 'node:util'
import { readSettings } from './environment.ts'
import { addBot } from './operator/add-bot.ts'
import { answerAppeal } from './operator/answer-appeal.ts'
import { backup } from './operator/backup.ts'
import { block, unblock } from './operator/block.ts'
import { cancelEvent } from './operator/cancel-event.ts'
import { check } from './operator/check.ts'
import { type Command, optionsOf } from './operator/command.ts'
import { decide } from './operator/decide.ts'
import { eventOwner } from './operator/event-owner.ts'
import { exportDocuments } from './operator/export.ts'
import { exportMember } from './operator/export-member.ts'
import { files } from './operator/files.ts'
import { find } from './operator/find.ts'
import { importDocuments } from './operator/import.ts'
import { invite } from './operator/invite.ts'
import { listReports } from './operator/list-reports.ts'
import { moderationLog } from './operator/moderation-log.ts'
import { addModerator, listModerators, removeModerator } from './operator/moderators.ts'
import { moveFiles } from './operator/move-files.ts'
import { openOperatorDatabase } from './operator/operator-database.ts'
import { printable } from './operator/printable.ts'
import { removeEvent } from './operator/remove-event.ts'
import { eraseMember, removeMember } from './operator/remove-member.ts'
import { removeMessage } from './operator/remove-message.ts'
import { removeSecondFactor } from './operator/remove-second-factor.ts'
import { resetLink } from './operator/reset-link.ts'
import { restore } from './operator/restore.ts'
import { revert } from './operator/revert.ts'
import {
  archiveRoomCommand,
  createRoomCommand,
  editRoomCommand,
  orderRoomsCommand,
  reopenRoomCommand,
} from './operator/rooms.ts'
import { stats } from './operator/stats.ts'
import { testMail } from './operator/test-mail.ts'
import { version } from './operator/version.ts'
import { AppError } from './platform/app-error.ts'
import { StartupError } from './platform/startup-error.ts'

const commands: Record<string, Command> = {
  backup,
  restore,
  check,
  find,
  block,
  unblock,
  'reset-link': resetLink,
  invite,
  'remove-second-factor': removeSecondFactor,
  'remove-message': removeMessage,
  'remove-event': removeEvent,
  'cancel-event': cancelEvent,
  'event-owner': eventOwner,
  'remove-member': removeMember,
  'list-reports': listReports,
  decide,
  revert,
  'answer-appeal': answerAppeal,
  'moderation-log': moderationLog,
  'add-bot': addBot,
  'add-moderator': addModerator,
  'remove-moderator': removeModerator,
  'list-moderators': listModerators,
  'erase-member': eraseMember,
  'create-room': createRoomCommand,
  'edit-room': editRoomCommand,
  'order-rooms': orderRoomsCommand,
  'archive-room': archiveRoomCommand,
  'reopen-room': reopenRoomCommand,
  stats,
  files,
  'move-files': moveFiles,
  'test-mail': testMail,
  export: exportDocuments,
  'export-member': exportMember,
  import: importDocuments,
  version,
}

type Print = (line: string) => void

/**
 * Runs one of the operator's commands and answers the exit code: 0, or 1 with the error printed.
 *
 * @param words the command's name and its arguments
 * @param output takes whole lines, with their line breaks
 */
export async function runCommand(
  words: string[],
  env: NodeJS.ProcessEnv,
  output: { write: (text: string) => void; writeError: (text: string) => void },
): Promise<number> {
  try {
    return await run(words, { env, print: (line) => output.write(`${printable(line)}\n`) })
  } catch (error) {
    output.writeError(`${sentenceOf(error).split('\n').map(printable).join('\n')}\n`)
    return 1
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof StartupError) return error.message
  if (error instanceof AppError && error.code === 'files.unavailable')
    return `The files are not reached: ${(error.cause as Error).message}.`
  return String((error as Error).stack)
}

function printHelp(print: Print): void {
  print('The commands of an instance’s operator, while the server runs or not:')
  print('')
  for (const [name, { usage, summary, flags = {} }] of Object.entries(commands)) {
    print(`  npm run covo -- ${name} ${usage}`.trimEnd())
    print(`      ${summary}`)
    for (const [flag, effect] of Object.entries(flags)) print(`      --${flag}: ${effect}`)
  }
  print('')
  print('The database is the one of the settings that the server has: COVO_DATABASE_URL, or COVO_DATA_DIR.')
}

async function run(
  [name = '', ...rest]: string[],
  { env, print }: { env: NodeJS.ProcessEnv; print: Print },
): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    const isAskedFor = ['', 'help', '-h', '--help'].includes(name)
    if (!isAskedFor) throw new StartupError(`There is no command "${name}". See npm run covo -- --help.`)
    printHelp(print)
    return 0
  }
  const { values, positionals: words } = readWords(name, command, rest)
  if (values.help) {
    printHelp(print)
    return 0
  }
  if (words.length < command.words.from || words.length > command.words.to) throw misused(name, command)
  const settings = readSettings(env)
  const input = { settings, words, flags: new Set(Object.keys(values)), print }
  if (command.withoutDatabase) return await command.run(input)
  const { database, pool, close } = await openOperatorDatabase(settings, command.beginsEmpty ?? false)
  const endEarly = () => void close().finally(() => process.exit(1))
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.once(signal, endEarly)
  try {
    return await command.run({ ...input, database, pool })
  } finally {
    for (const signal of signals) process.off(signal, endEarly)
    await close()
  }
}

function readWords(name: string, command: Command, args: string[]) {
  try {
    return parseArgs({ args, options: optionsOf(command), allowPositionals: true })
  } catch {
    throw misused(name, command)
  }
}

function misused(name: string, { usage }: Command): StartupError {
  return new StartupError(`It is called like this: npm run covo -- ${name} ${usage}`.trimEnd())
}
