import { randomUUID } from 'node:crypto'
import type { BotForm } from '@covo/contract/tokens/bots.routes'
import { maximumBots } from '@covo/contract/tokens/bots.rules'
import { AppError } from '../platform/app-error.ts'
import type { DatabaseTransaction } from '../platform/database/database.ts'
import { claimName } from '../profiles/profiles.service.ts'
import { countBots, insertBot } from './bots.store.ts'
import { newToken } from './new-token.ts'
import { insertToken } from './tokens.store.ts'

/**
 * Makes a bot of a member, whose row has to be locked, with its token.
 * @param form one without a problem (`botProblem`)
 * @throws AppError `bots.too_many`, or that the name is taken
 */
export async function makeBot(
  trx: DatabaseTransaction,
  owner: string,
  form: BotForm,
): Promise<{ uid: string; secret: string }> {
  if ((await countBots(trx, owner)) >= maximumBots) throw new AppError('bots.too_many')
  const { secret, values } = newToken(form)
  // RFC 9562, section 5.8: of version 8, by which `isBot` of the contract knows it.
  const uid = randomUUID().replace(/(?<=^.{14})4/, '8')
  await claimName(trx, values.name, uid)
  await insertBot(trx, { uid, owner, name: values.name })
  await insertToken(trx, uid, values)
  return { uid, secret }
}
