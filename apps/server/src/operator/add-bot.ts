import { botProblem, botScopes, maximumBots } from '@covo/contract/tokens/bots.rules'
import { accountChanged } from '../auth/account.news.ts'
import { AppError } from '../platform/app-error.ts'
import { recordNews } from '../platform/realtime/newsroom.ts'
import { StartupError } from '../platform/startup-error.ts'
import { makeBot } from '../tokens/new-bot.ts'
import type { Command } from './command.ts'
import { lockPerson, nameOf } from './member.ts'

export const addBot: Command = {
  usage: 'NAME OWNER',
  summary:
    'make a bot that a member (email or uid) owns, and print its token, once: it may do what bots may, and never expires. The owner sees it on their page API, and can replace the token or delete the bot',
  words: { from: 2, to: 2 },
  async run({ database, words: [name = '', who = ''], print }) {
    const form = { name, scopes: [...botScopes], expiresInDays: null }
    if (botProblem(form)) throw new StartupError('A bot has a name as members have, of 3 to 50 letters.')
    const { owner, uid, secret } = await database.transaction().execute(async (trx) => {
      const owner = await lockPerson(trx, who)
      const made = await makeBot(trx, owner.uid, form).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        throw new StartupError(
          error.code === 'bots.too_many'
            ? `${nameOf(owner)} has ${maximumBots} bots already.`
            : 'Somebody has this name, or one that looks alike.',
        )
      })
      await recordNews(trx, [accountChanged(owner.uid)])
      return { owner, ...made }
    })
    print(`Made: ${name} (${uid}), a bot of ${nameOf(owner)}. Its token, which is not shown again:`)
    print(secret)
    return 0
  },
}
