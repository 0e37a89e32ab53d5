import { sql } from 'kysely'
import { eventRemoved } from '../events/events.news.ts'
import { recordNews } from '../platform/realtime/newsroom.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { Command } from './command.ts'

export const removeEvent: Command = {
  usage: 'ID',
  summary: 'remove an event for good, with who takes part in it; it leaves the pages that are open',
  words: { from: 1, to: 1 },
  async run({ database, words: [id = ''], print }) {
    const title = await database.transaction().execute(async (trx) => {
      // The participations go with it.
      const removed = await trx
        .deleteFrom('events')
        .where(sql<string>`id::text`, '=', id.toLowerCase())
        .returning(['id', 'title'])
        .executeTakeFirst()
      if (!removed) throw new StartupError(`There is no event with the id ${id}.`)
      await recordNews(trx, [eventRemoved(removed.id)])
      return removed.title
    })
    print(`Removed: the event ${title}.`)
    return 0
  },
}
