import { sql } from 'kysely'
import { lockEvent } from '../events/event-changes.store.ts'
import { readEvent } from '../events/events.service.ts'
import { recordNews } from '../platform/realtime/newsroom.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { Command } from './command.ts'
import { giveEvent } from './give-event.ts'
import { lockPresentMember, nameOf } from './member.ts'

export const eventOwner: Command = {
  usage: 'ID WHO',
  summary: 'give an event to a member (email or uid), who organizes it from then on in place of its owner',
  words: { from: 2, to: 2 },
  async run({ database, words: [typedId = '', who = ''], print }) {
    const { title, member } = await database.transaction().execute(async (trx) => {
      const found = await trx
        .selectFrom('events')
        .select('id')
        .where(sql<string>`id::text`, '=', typedId.toLowerCase())
        .executeTakeFirst()
      const event = found && (await lockEvent(trx, found.id))
      if (!event) throw new StartupError(`There is no event with the id ${typedId}.`)
      const member = await lockPresentMember(trx, who)
      const { id, organizerId } = event
      if (organizerId !== member.uid)
        await recordNews(trx, [await giveEvent(trx, id, organizerId, member.uid)])
      return { title: (await readEvent(trx, id, null)).title, member }
    })
    print(`The event ${title} is organized by ${nameOf(member)}.`)
    return 0
  },
}
