/**
 * The answer that a client shows after a piece of news: the changed answer, the very same one where nothing of it changes,
 * or `refetch` where the server alone knows. The functions that fold news into an answer are pure; each slice has its own
 * in `{slice}.fold.ts`. News may arrive before an answer that holds it already, so folding it twice changes nothing.
 */
export type Folded<Shown> = Shown | 'refetch'

/** The items as `change` answers them; the very same array where it answers every item as it is. */
export function mapChanged<Item>(items: Item[], change: (item: Item) => Item): Item[] {
  const changed = items.map(change)
  return changed.every((item, index) => item === items[index]) ? items : changed
}
