import type { Command } from './command.ts'
import { importChats } from './import-chats.ts'
import { importEvents } from './import-events.ts'
import { importFriends, importMembers } from './import-members.ts'
import { createImportReport } from './import-report.ts'
import { inTransaction } from './rows.ts'
import { stageDocuments } from './staging.ts'

export const importDocuments: Command = {
  usage: 'FILE…',
  summary:
    'add the users, events, chats and messages of JSON files (an export, or collections of the original); what is there already stays, and everybody sets a password by the link of a mail',
  words: { from: 1, to: Number.MAX_SAFE_INTEGER },
  beginsEmpty: true,
  async run({ pool, words, print }) {
    const report = createImportReport()
    await inTransaction(pool, '', async (client) => {
      await stageDocuments(client, words, report)
      const members = await importMembers(client, report)
      await importFriends(client, members, report)
      await importEvents(client, members, report)
      await importChats(client, members, report)
    })
    await pool.query('analyze')
    report.print(print)
    return 0
  },
}
