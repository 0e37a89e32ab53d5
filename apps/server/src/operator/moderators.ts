import { accountChanged } from '../auth/account.news.ts'
import { findModerators, setModerator } from '../moderation/moderators.store.ts'
import type { Database } from '../platform/database/database.ts'
import { recordNews } from '../platform/realtime/newsroom.ts'
import type { Command } from './command.ts'
import { lockPerson, nameOf } from './member.ts'

export const addModerator: Command = {
  usage: 'WHO',
  summary:
    'let a member (email or uid) decide on reports and appeals in the app; they need a second factor for it',
  words: { from: 1, to: 1 },
  async run({ database, words: [who = ''], print }) {
    const { name, isNew } = await change(database, who, true)
    print(isNew ? `Moderates: ${name}.` : `Moderated already: ${name}.`)
    return 0
  },
}

export const removeModerator: Command = {
  usage: 'WHO',
  summary: 'end that a member (email or uid) moderates; what they decided holds',
  words: { from: 1, to: 1 },
  async run({ database, words: [who = ''], print }) {
    const { name, isNew } = await change(database, who, false)
    print(isNew ? `Moderates no more: ${name}.` : `Did not moderate: ${name}.`)
    return 0
  },
}

export const listModerators: Command = {
  usage: '',
  summary: 'list the members who moderate, and who of them lacks a second factor',
  words: { from: 0, to: 0 },
  async run({ database, print }) {
    const moderators = await findModerators(database)
    if (moderators.length === 0) print('Nobody moderates.')
    for (const { uid, displayName, email, hasSecondFactor } of moderators)
      print(`${displayName} (${email}, ${uid})${hasSecondFactor ? '' : ': no second factor'}`)
    return 0
  },
}

async function change(database: Database, who: string, isModerator: boolean) {
  return await database.transaction().execute(async (trx) => {
    const member = await lockPerson(trx, who)
    const isNew = await setModerator(trx, member.uid, isModerator)
    if (isNew) await recordNews(trx, [accountChanged(member.uid)])
    return { name: nameOf(member), isNew }
  })
}
