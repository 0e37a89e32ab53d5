/** Something of the member's account or settings changed, in another tab perhaps: it is refetched. Sent to them alone. */
export type AccountChanged = { type: 'account.changed' }
