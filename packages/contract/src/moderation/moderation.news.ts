/** The topic of those who moderate. */
export const moderationTopic = 'moderation:all'

/** A report, a decision or an appeal came: the queries of a moderator's screen are refetched. It names nobody. */
export type ModerationChanged = { type: 'moderation.changed' }
