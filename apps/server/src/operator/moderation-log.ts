import { findActs } from '../moderation/moderation.store.ts'
import type { Command } from './command.ts'

/** How many acts are shown. */
const shown = 200

export const moderationLog: Command = {
  usage: '',
  summary: `list what was decided, reverted and answered, the latest ${shown} acts`,
  words: { from: 0, to: 0 },
  async run({ database, print }) {
    const acts = await findActs(database, shown)
    if (acts.length === 0) print('Nothing was decided yet.')
    for (const act of acts) {
      if (act.decision_id === null) {
        print(`${act.acted_at.toISOString()}  ${act.act}  ${act.facts}`)
        continue
      }
      const what = `${act.act} ${act.action} of the ${act.subject_kind} ${act.subject_id ?? '(forgotten)'}`
      print(
        `${act.acted_at.toISOString()}  ${what}  member ${act.member_id ?? '(forgotten)'}  decision ${act.decision_id}`,
      )
      if (act.facts) print(`  ${act.facts.replaceAll('\n', ' ')}`)
    }
    return 0
  },
}
