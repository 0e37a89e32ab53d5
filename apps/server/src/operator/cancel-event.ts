import { maximumCancelReasonLength, parseCancelReason } from '@covo/contract/events/event-changes.rules'
import { cancelLocked } from '../events/event-changes.service.ts'
import { readEvent } from '../events/events.service.ts'
import { recordNews } from '../platform/realtime/newsroom.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { Command } from './command.ts'
import { lockEventById } from './lock-event.ts'

export const cancelEvent: Command = {
  usage: 'ID REASON',
  summary:
    'cancel an event with a reason in Italian, which is sent to its participants and organizers and shown on its page',
  words: { from: 2, to: 2 },
  async run({ database, words: [typedId = '', typedReason = ''], print }) {
    const { value: reason, problem } = parseCancelReason(typedReason)
    if (problem) throw new StartupError(`A reason has 1 to ${maximumCancelReasonLength} characters.`)
    const title = await database.transaction().execute(async (trx) => {
      const { id } = await lockEventById(trx, typedId)
      const event = await readEvent(trx, id, null)
      if (event.status === 'cancelled')
        throw new StartupError(`The event ${event.title} is cancelled already.`)
      if (Date.parse(event.deadline) < Date.now()) throw new StartupError(`The event ${event.title} is over.`)
      await recordNews(trx, [await cancelLocked(trx, event, reason, null)])
      return event.title
    })
    print(`Cancelled: the event ${title}.`)
    return 0
  },
}
