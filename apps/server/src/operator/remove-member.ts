import { createInterface } from 'node:readline'
import { nameOfErased } from '@covo/contract/names'
import { lockConversation } from '../chat/chat.store.ts'
import { eraseAccount, maximumPublished } from '../deletion/erase-account.ts'
import { eraseTraces } from '../deletion/erase-traces.ts'
import { finishErasure } from '../deletion/erasures.store.ts'
import { eventRemoved } from '../events/events.news.ts'
import type { Database } from '../platform/database/database.ts'
import { recordNews } from '../platform/realtime/newsroom.ts'
import { StartupError } from '../platform/startup-error.ts'
import { lockOwnTeamRooms } from '../teams/team-members.ts'
import type { Command } from './command.ts'
import { keepBlockedAddressBy } from './keep-blocked-address.ts'
import { lockMember, type NamedMember, nameOf } from './member.ts'
import { printable } from './printable.ts'

const yes = 'ask nothing; without it, the name of the member has to be typed'

export const removeMember: Command = {
  usage: 'WHO [--with-messages] [--yes]',
  summary: `remove the account of a member (email or uid) for good; what they wrote stays, by '${nameOfErased}'`,
  words: { from: 1, to: 1 },
  flags: {
    'with-messages':
      'empty all their messages, private ones too, and remove their events; also later, by the uid',
    yes,
  },
  async run({ database, settings, words: [who = ''], flags, print }) {
    const found = await database.transaction().execute((trx) => lockMember(trx, who))
    if (!flags.has('yes')) await confirm(found)
    const hasTextsRemoved = flags.has('texts') || flags.has('with-messages')
    const { member, wasThere } = await database.transaction().execute(async (trx) => {
      await lockOwnTeamRooms(trx, lockConversation, found.uid)
      const member = await lockMember(trx, found.uid)
      await eraseAccount(trx, member.uid, {
        textsRemovedBy: hasTextsRemoved ? 'operator' : null,
        keepBlockedAddress: keepBlockedAddressBy(settings),
      })
      return { member, wasThere: !member.erasedAt }
    })
    print(
      wasThere
        ? `Removed: the account of ${nameOf(member)}.`
        : `The account of ${member.uid} was removed before.`,
    )
    if (flags.has('with-messages')) print(`Removed events: ${await removeEvents(database, member.uid)}.`)
    const messages = await eraseTraces(database, member.uid)
    if (hasTextsRemoved) print(`Removed messages: ${messages}.`)
    await finishErasure(database, member.uid)
    return 0
  },
}

/** Removes an account as members do it themselves; their events stay. */
export const eraseMember: Command = {
  ...removeMember,
  usage: 'WHO [--texts] [--yes]',
  summary: 'do at once for a member (email or uid) what deleting their own account does',
  flags: { texts: 'empty all their messages, private ones too; also later, by the uid', yes },
}

/** StartupError unless the name of the member is typed. */
async function confirm(member: NamedMember): Promise<void> {
  const question = `This can't be undone. To remove ${nameOf(member)}, type the name: `
  process.stdout.write(printable(question))
  const lines = createInterface({ input: process.stdin })
  const answer = await lines[Symbol.asyncIterator]().next()
  lines.close()
  if (answer.value?.trim() !== member.displayName.trim())
    throw new StartupError('\nNothing was removed: type the name as it stands there, or add --yes.')
}

async function removeEvents(database: Database, uid: string): Promise<number> {
  return await database.transaction().execute(async (trx) => {
    const events = await trx.deleteFrom('events').where('organizer_id', '=', uid).returning('id').execute()
    await recordNews(
      trx,
      events.slice(0, maximumPublished).map(({ id }) => eventRemoved(id)),
    )
    return events.length
  })
}
