/** The member who asks, and the session that identifies them. */
export type Viewer = { uid: string; sessionId: string }
