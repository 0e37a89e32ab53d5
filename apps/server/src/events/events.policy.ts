/** The organizer neither joins nor leaves (specification, point 6). */
export function isOrganizer(uid: string, event: { organizerId: string }): boolean {
  return event.organizerId === uid
}
