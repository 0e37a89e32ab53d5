import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { friendCountsQuery } from '../friends/friends.queries.ts'
import { InviteSomebody } from '../friends/invite-somebody.tsx'
import { useMember } from '../platform/member.ts'
import { deviceStore } from '../platform/stores.ts'
import { Button } from '../ui/button.tsx'
import styles from './home.module.css'
import { firstStepsQuery } from './home.queries.ts'
import { homeTexts } from './home.texts.it.ts'

/** What the instance still needs, for its founder: until nothing is missing, or until it is hidden on this device. */
export function CommunityNeeds() {
  const { uid } = useMember()
  const needs = useQuery(firstStepsQuery(uid)).data?.communityNeeds ?? []
  const isAlone = useQuery(friendCountsQuery).data?.isAlone
  const [isHidden, setIsHidden] = useState(() => deviceStore.read(keyOf(uid)) !== null)
  if (isHidden || needs.length === 0) return null
  const texts = homeTexts.community

  function hide() {
    deviceStore.keep(keyOf(uid), 'yes')
    setIsHidden(true)
  }

  return (
    <section className={styles.community} aria-labelledby="community-needs">
      <div className={styles.stepsHead}>
        <h2 id="community-needs">{texts.heading}</h2>
        <Button variant="quiet" size="small" onClick={hide}>
          {texts.hide}
        </Button>
      </div>
      <p className={styles.lead}>{texts.lead}</p>
      <dl className={styles.needs}>
        {needs.map((need) => (
          <div key={need}>
            <dt>{texts.needs[need].text}</dt>
            <dd>
              <code>{texts.needs[need].by}</code>
            </dd>
          </div>
        ))}
      </dl>
      {isAlone && (
        <div className={styles.invitation}>
          <InviteSomebody />
        </div>
      )}
    </section>
  )
}

/** Apart from the keys that a sign-out removes, as the first steps' is. */
const keyOf = (uid: string) => `covo.communityNeedsHidden.${uid}`
