/** The relation of the member and another changed. Sent to these two; lists and counts are refetched. */
export type FriendsChanged = {
  type: 'friends.changed'
  /** The other one. */
  uid: string
  /** `requested`: by either of the two. */
  relation: 'none' | 'requested' | 'friends'
  /** The other one's name, where they accepted the member's own request. */
  acceptedBy?: string
}
