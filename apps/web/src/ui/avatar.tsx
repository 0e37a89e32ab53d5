import { sizedPhotoUrl } from '@covo/contract/profiles/photo.rules'
import { IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import styles from './avatar.module.css'

const tones = 6

type Person = { uid: string; name: string; photoURL: string | null }

/** A member's photo, else the name's first letter on a tone of the own uid, else a generic icon. Decoration: the name stands beside it. */
export function Avatar({ person, size }: { person: Person; size?: 'large' | 'portrait' }) {
  const [brokenPhoto, setBrokenPhoto] = useState<string | null>(null)
  const photo = sizedPhotoUrl(person.photoURL, size === 'portrait' ? '256' : '96')
  const letter = [...person.name.trim()][0]?.toLocaleUpperCase('it')
  return (
    <span className={styles.avatar} data-size={size} data-tone={toneOf(person.uid)} aria-hidden="true">
      {photo && photo !== brokenPhoto ? (
        <img src={photo} alt="" referrerPolicy="no-referrer" onError={() => setBrokenPhoto(photo)} />
      ) : (
        (letter ?? <IconUser />)
      )}
    </span>
  )
}

function toneOf(uid: string): number {
  let sum = 0
  for (const character of uid) sum += character.charCodeAt(0)
  return sum % tones
}
