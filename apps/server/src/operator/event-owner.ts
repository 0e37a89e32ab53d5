import { readEvent } from '../events/events.service.ts'
import { transferOwnership } from '../events/transfer-ownership.ts'
import { recordNews } from '../platform/realtime/newsroom.ts'
import type { Command } from './command.ts'
import { lockEventById } from './lock-event.ts'
import { lockPerson, nameOf } from './member.ts'

export const eventOwner: Command = {
  usage: 'ID WHO',
  summary: 'give an event to a member (email or uid), who organizes it from then on in place of its owner',
  words: { from: 2, to: 2 },
  async run({ database, words: [typedId = '', who = ''], print }) {
    const { title, member } = await database.transaction().execute(async (trx) => {
      const { id, organizerId } = await lockEventById(trx, typedId)
      const member = await lockPerson(trx, who)
      if (organizerId !== member.uid)
        await recordNews(trx, [await transferOwnership(trx, id, organizerId, member.uid)])
      return { title: (await readEvent(trx, id, null)).title, member }
    })
    print(`The event ${title} is organized by ${nameOf(member)}.`)
    return 0
  },
}
