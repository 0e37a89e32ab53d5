/** The own events are those that the member organizes, takes part in or waits for. */
export const feedScopes = ['own', 'all'] as const
