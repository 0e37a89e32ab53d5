import type { Permission } from '@covo/contract/scopes'

/** The member who asks, and the session that identifies them, or the token in its place, by its id. */
export type Viewer = {
  uid: string
  sessionId: string
  /** The permissions of the token; absent for a session, which may do everything. */
  scopes?: ReadonlySet<Permission>
}

/** The uids of those whom a member does not see, and who do not see the member: one of the two has blocked the other. */
export type Hidden = ReadonlySet<string>

/** Answers from the memory of the process, up to what was committed some milliseconds ago. */
export type FindHidden = (uid: string) => Promise<Hidden>
