import type { Database } from '../platform/database/database.ts'
import type { MadePicture } from './picture-maker.child.ts'

/** A file that a member has sent. */
export type OwnFile = { id: string; name: string; size: number; picture: MadePicture | null; sentAt: Date }

/** The files of a member's messages, the oldest first. */
export async function findOwnFiles(database: Database, uid: string): Promise<OwnFile[]> {
  return await database
    .selectFrom('files')
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.conversation_id', '=', 'files.conversation_id')
        .onRef('messages.sequence', '=', 'files.sequence'),
    )
    .select(['files.id', 'files.name', 'files.size', 'files.picture', 'messages.sent_at as sentAt'])
    .where('messages.sender_id', '=', uid)
    .orderBy('messages.sent_at')
    .orderBy('files.place')
    .execute()
}
