import { createInvite, inviteLink } from '../auth/invites.ts'
import { originOf } from '../environment.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { Command } from './command.ts'

const largest = { uses: 10_000, days: 365 }

export const invite: Command = {
  usage: '[USES] [DAYS]',
  summary:
    'print a code, and a link with it, by which so many people (1 if not said) register within so many days (30); it counts with COVO_REGISTRATION=invite',
  words: { from: 0, to: 2 },
  async run({ database, settings, words: [uses = '1', days = '30'], print }) {
    const [useCount, dayCount] = [numberOf(uses, largest.uses), numberOf(days, largest.days)]
    const code = await createInvite(database, useCount, dayCount)
    print(`Uses: ${useCount}, days: ${dayCount}.`)
    print(code)
    print(inviteLink(originOf(settings), code))
    if (settings.registration !== 'invite')
      print(`COVO_REGISTRATION is ${settings.registration} here: nobody is asked for a code.`)
    return 0
  },
}

function numberOf(word: string, maximum: number): number {
  const value = Number(word)
  if (!/^\d{1,5}$/.test(word) || value < 1 || value > maximum)
    throw new StartupError(`"${word}" is no number from 1 to ${maximum}.`)
  return value
}
