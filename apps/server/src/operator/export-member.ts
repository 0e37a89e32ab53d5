import { pipeline } from 'node:stream/promises'
import { openArchive } from '../exports/archive.ts'
import type { Command } from './command.ts'
import { lockPresentMember, nameOf } from './member.ts'
import { writeFileAtomically } from './write-file-atomically.ts'

export const exportMember: Command = {
  usage: 'WHO FILE',
  summary: 'write the ZIP archive of a member’s own data (email or uid), as they can download it themselves',
  words: { from: 2, to: 2 },
  async run({ database, words: [who = '', path = ''], print }) {
    const member = await database.transaction().execute((trx) => lockPresentMember(trx, who))
    await writeFileAtomically(path, (file) => pipeline(openArchive(database, member.uid), file))
    print(`Written: the data of ${nameOf(member)} to ${path}`)
    return 0
  },
}
