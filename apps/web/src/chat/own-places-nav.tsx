import { OwnPlaceList } from './own-place-list.tsx'
import styles from './own-places.module.css'
import { ownPlacesTexts } from './own-places.texts.it.ts'
import { useOwnPlaces } from './use-own-places.ts'

/** The landmark with the ways to the member's rooms, below the menu; nothing in an instance without rooms. */
export function OwnPlacesNav({ ownId }: { ownId: string }) {
  const groups = useOwnPlaces(ownId)
  return (
    groups && (
      <nav className={styles.nav} aria-label={ownPlacesTexts.name}>
        <OwnPlaceList groups={groups} />
      </nav>
    )
  )
}
