import type { CalendarFeed } from '@covo/contract/events/calendar-feed.routes'
import { feedScopes } from '@covo/contract/events/calendar-feed.rules'
import { type EventCategory, eventCategories } from '@covo/contract/events/events.rules'
import styles from './calendar-feed.module.css'
import { useChooseFeed } from './calendar-feed.queries.ts'
import { feedTexts } from './calendar-feed.texts.it.ts'
import { categoryNames } from './event.texts.it.ts'

/** The choice of events for the member's calendar; saved at once. */
export function CalendarChoice({ feed: { scope, categories } }: { feed: CalendarFeed }) {
  const choose = useChooseFeed()

  function toggle(category: EventCategory, isChosen: boolean) {
    const chosen = eventCategories.filter((one) => (one === category ? isChosen : categories.includes(one)))
    // A calendar of none would be empty for ever: the last one stays.
    if (chosen.length > 0) choose.mutate({ categories: chosen })
  }

  return (
    <>
      <fieldset className={styles.choice}>
        <legend>{feedTexts.scope}</legend>
        {feedScopes.map((value) => (
          <label key={value}>
            <input
              type="radio"
              name="scope"
              checked={value === scope}
              onChange={() => choose.mutate({ scope: value })}
            />
            <span>{feedTexts.scopes[value]}</span>
          </label>
        ))}
      </fieldset>
      <fieldset className={styles.choice}>
        <legend>{feedTexts.categories}</legend>
        {eventCategories.map((value) => (
          <label key={value}>
            <input
              type="checkbox"
              checked={categories.includes(value)}
              onChange={({ currentTarget: { checked } }) => toggle(value, checked)}
            />
            <span>{categoryNames[value]}</span>
          </label>
        ))}
      </fieldset>
    </>
  )
}
