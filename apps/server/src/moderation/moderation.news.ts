import { moderationTopic } from '@covo/contract/moderation/moderation.news'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import { openTopic, type Topic } from '../platform/realtime/hub.ts'
import { findModerator } from './moderators.store.ts'

/** `moderation:all`: moderators alone may subscribe to it. */
export function moderationTopics(database: Database): Topic {
  const topic = openTopic(moderationTopic, 'That a report, a decision or an appeal came; for moderators.')
  return {
    ...topic,
    async readPosition(id, viewer) {
      if (!(await findModerator(database, viewer.uid))) throw new AppError('common.not_found')
      return await topic.readPosition(id, viewer)
    },
  }
}
