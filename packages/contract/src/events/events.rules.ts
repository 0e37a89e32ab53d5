export const eventCategories = ['ctf', 'hackathon', 'contest', 'other'] as const
export type EventCategory = (typeof eventCategories)[number]

/** The filters of the list: coming and current events, of all or one category or the member's own; or past ones. */
export const eventFilters = ['all', ...eventCategories, 'mine', 'past'] as const
export type EventFilter = (typeof eventFilters)[number]

/** Where an event takes place: not said, online, at an address, or both. */
export const eventVenues = ['none', 'online', 'place', 'both'] as const
export type EventVenue = (typeof eventVenues)[number]

/** Digits of an event's number at CTFtime. */
const maximumCtftimeDigits = 7

/** The zone of events that name none. */
export const defaultTimeZone = 'Europe/Rome'

/** Whether an event may have that number at CTFtime. It has no zeros in front, so that a number is written in one way. */
export function isCtftimeId(digits: string): boolean {
  return /^[1-9]\d*$/.test(digits) && digits.length <= maximumCtftimeDigits
}

/** The page of an event at CTFtime. */
export function ctftimePage(ctftimeId: string): string {
  return `https://ctftime.org/event/${ctftimeId}/`
}

/** Whether an event of this venue has an address to go to. */
export function hasAddress(venue: EventVenue): boolean {
  return venue === 'place' || venue === 'both'
}

/** The owner shown for events without one: the owner's account was erased, and nobody else organized them. */
export const nobody = { uid: '00000000-0000-0000-0000-000000000000', displayName: 'Organizzatore Anonimo' }
