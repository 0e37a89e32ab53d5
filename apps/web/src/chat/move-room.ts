import type { Room } from '@covo/contract/rooms/rooms.routes'

/** Rooms as they are shown: those without a group first, then the groups with their names, each where its first room stands in the order. */
export function groupsOf<Shown extends Pick<Room, 'group'>>(rooms: readonly Shown[]): [string, Shown[]][] {
  const groups = Map.groupBy(rooms, ({ group }) => group)
  return [...groups].toSorted(([one], [other]) => Number(one !== '') - Number(other !== ''))
}

/**
 * The slugs of all open rooms after one was moved up (-1) or down (1): past its neighbour of the same group, or, where it is the first
 * or the only one of its group, with the group past the neighbouring group. Null where it can't be moved.
 */
export function orderAfterMove(
  rooms: readonly Pick<Room, 'slug' | 'group'>[],
  slug: string,
  step: -1 | 1,
): string[] | null {
  const groups = groupsOf(rooms)
  const at = groups.findIndex(([, shown]) => shown.some((room) => room.slug === slug))
  const [group = '', own = []] = groups[at] ?? []
  const place = own.findIndex((room) => room.slug === slug)
  if (place + step >= 0 && place + step < own.length) {
    own.splice(place + step, 0, ...own.splice(place, 1))
  } else {
    const [neighbour = ''] = groups[at + step] ?? []
    // Rooms without a group stay first.
    if (place !== 0 || group === '' || neighbour === '') return null
    groups.splice(at + step, 0, ...groups.splice(at, 1))
  }
  return groups.flatMap(([, shown]) => shown.map((room) => room.slug))
}
