/** The topic of those who moderate. */
export const moderationTopic = 'moderation:all'

/** A report, a decision or an appeal came: what a moderator's screen shows is refetched. It names nobody. */
export type ModerationChanged = { type: 'moderation.changed' }
