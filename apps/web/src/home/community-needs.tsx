import { useQuery } from '@tanstack/react-query'
import { friendCountsQuery } from '../friends/friends.queries.ts'
import { InviteSomebody } from '../friends/invite-somebody.tsx'
import { useMember } from '../platform/member.ts'
import { Button } from '../ui/button.tsx'
import styles from './home.module.css'
import { firstStepsQuery } from './home.queries.ts'
import { homeTexts } from './home.texts.it.ts'
import { useHidden } from './use-hidden.ts'

/** What the instance still needs, for its founder: until nothing is missing, or until it is hidden on this device. */
export function CommunityNeeds() {
  const { isHidden, hide } = useHidden('communityNeeds')
  return isHidden ? null : <Needs onHide={hide} />
}

function Needs({ onHide }: { onHide: () => void }) {
  const needs = useQuery(firstStepsQuery(useMember().uid)).data?.communityNeeds ?? []
  const isAlone = useQuery(friendCountsQuery).data?.isAlone
  if (needs.length === 0) return null
  const texts = homeTexts.community

  return (
    <section className={styles.community} aria-labelledby="community-needs">
      <div className={styles.stepsHead}>
        <h2 id="community-needs">{texts.heading}</h2>
        <Button variant="quiet" size="small" onClick={onHide}>
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
