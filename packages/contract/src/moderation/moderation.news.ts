/** The topic of those who moderate. */
export const moderationTopic = 'moderation:all'
