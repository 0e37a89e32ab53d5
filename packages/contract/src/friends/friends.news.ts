/** Friends or requests of the member changed. Told to the two concerned; lists and counts are fetched anew. */
export type FriendsChanged = { type: 'friends.changed' }
