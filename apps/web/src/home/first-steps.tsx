import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { subscribeToStored } from '../chat/conversations.ts'
import { friendCountsQuery } from '../friends/friends.queries.ts'
import { useMember } from '../platform/member.ts'
import { editProfilePath, memberScreens, searchPeoplePath } from '../screens.ts'
import { Button } from '../ui/button.tsx'
import { showToast } from '../ui/toast.tsx'
import styles from './home.module.css'
import { firstStepsQuery } from './home.queries.ts'
import { homeTexts } from './home.texts.it.ts'
import { useHidden } from './use-hidden.ts'

/** First steps of a newcomer, ticked as they are done: until all are, or until the member hides them. */
export function FirstSteps() {
  const { isHidden, hide } = useHidden('firstSteps')
  return isHidden ? null : <Steps onHide={hide} />
}

function Steps({ onHide }: { onHide: () => void }) {
  const { uid, bio, professione, citta } = useMember()
  const counts = useQuery(friendCountsQuery).data
  const { data: taken, refetch } = useQuery(firstStepsQuery(uid))
  const texts = homeTexts.firstSteps
  const steps = [
    { text: texts.write, path: memberScreens.publicChat.path, isDone: taken?.hasWritten },
    { text: texts.profile, path: editProfilePath, isDone: Boolean(bio || professione || citta) },
    { text: texts.event, path: memberScreens.events.path, isDone: taken?.hasJoined },
    {
      text: texts.friend,
      path: searchPeoplePath,
      isDone: counts && counts.friends > 0,
    },
  ]
  const areAllDone = steps.every(({ isDone }) => isDone)

  useEffect(() => subscribeToStored(() => void refetch()), [refetch])

  const wasShown = useRef(false)
  useEffect(() => {
    if (!areAllDone) {
      if (taken && counts) wasShown.current = true
      return
    }
    if (wasShown.current) showToast('done', homeTexts.firstSteps.allDone)
    onHide()
  }, [areAllDone, taken, counts, onHide])

  return (
    <section className={styles.steps} aria-labelledby="first-steps">
      <div className={styles.stepsHead}>
        <h2 id="first-steps">{texts.heading}</h2>
        <Button variant="quiet" size="small" onClick={onHide}>
          {texts.hide}
        </Button>
      </div>
      <ul>
        {steps.map(({ text, path, isDone = false }) => (
          <li key={text}>
            <Link to={path} className={styles.step} data-done={isDone}>
              {isDone ? <IconCircleCheck aria-hidden="true" /> : <IconCircle aria-hidden="true" />}
              <span>{text}</span>
              {isDone && <span className="visually-hidden">{texts.done}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
