import type { EventCategory } from '@covo/contract/events/events.rules'
import styles from './category-badge.module.css'
import { categoryNames } from './event.texts.it.ts'

/** A pennant, a hexagon, a podium and a ring. */
const glyphs: Record<EventCategory, string> = {
  ctf: 'M2 1h1.5v1H11L9 4.75l2 2.75H3.5V12H2z',
  hackathon: 'M6 .5l5 2.75v5.5L6 11.5 1 8.75v-5.5z',
  contest: 'M4.5 1h3v10.5h-3zM.5 6h3v5.5h-3zM8.5 4h3v7.5h-3z',
  other: 'M6 .5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zm0 2.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
}

/** The kind of an event in colour, shape and word. */
export function CategoryBadge({ category }: { category: EventCategory }) {
  return (
    <span className={styles.badge} data-category={category}>
      <CategoryGlyph category={category} />
      <span>{categoryNames[category]}</span>
    </span>
  )
}

/** The shape alone. */
export function CategoryGlyph({ category }: { category: EventCategory }) {
  return (
    <svg viewBox="0 0 12 12" fill="currentColor" aria-hidden="true">
      <path d={glyphs[category]} />
    </svg>
  )
}
