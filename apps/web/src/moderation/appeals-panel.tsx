import type { WaitingAppeal } from '@covo/contract/moderation/moderation.routes'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '../platform/api.ts'
import { appealsQuery } from '../platform/moderation.ts'
import { Button } from '../ui/button.tsx'
import { Contained } from '../ui/error-boundary.tsx'
import { DecisionLine } from './decision-line.tsx'
import { formatInstant } from './format-instant.ts'
import styles from './moderation.module.css'
import { moderatorTexts } from './moderator.texts.it.ts'
import { PagedList, useKeptFocus } from './paged-list.tsx'
import { type Act, ReasonsDialog } from './reasons-dialog.tsx'

/** The appeals that wait for an answer. */
export function AppealsPanel({ keepFocus }: { keepFocus: () => void }) {
  const list = useInfiniteQuery(appealsQuery)
  const [act, setAct] = useState<Act | null>(null)
  const appeals = list.data?.pages.flatMap((page) => page.appeals)
  return (
    <>
      <PagedList list={list} empty={appeals?.length === 0 ? moderatorTexts.noAppeals : null}>
        <div className={styles.list}>
          {appeals?.map((appeal) => (
            <Contained key={appeal.decision.id}>
              <AppealArticle appeal={appeal} keepFocus={keepFocus} onAct={setAct} />
            </Contained>
          ))}
        </div>
      </PagedList>
      {act && <ReasonsDialog act={act} onClose={() => setAct(null)} />}
    </>
  )
}

function AppealArticle({
  appeal: { decision, memberName, text, appealedAt, mayAnswer },
  keepFocus,
  onAct,
}: {
  appeal: WaitingAppeal
  keepFocus: () => void
  onAct: (act: Act) => void
}) {
  const id = useId()
  const article = useKeptFocus<HTMLElement>(keepFocus)
  const answer = (accept: boolean): Act => ({
    title: accept ? moderatorTexts.acceptTitle : moderatorTexts.rejectTitle,
    hint: accept ? moderatorTexts.acceptHint : moderatorTexts.rejectHint,
    name: memberName,
    needsReasons: !accept,
    confirm: accept ? moderatorTexts.accept : moderatorTexts.reject,
    send: (facts) =>
      call('POST /api/moderation/appeals/{id}/answer', {
        param: { id: decision.id },
        json: { accept, facts },
      }),
    done: moderatorTexts.answered,
  })
  return (
    <article ref={article} className={styles.card} aria-labelledby={id}>
      <header>
        <p className={styles.facts}>
          <time dateTime={appealedAt}>{formatInstant(appealedAt)}</time>
        </p>
        <h2 id={id}>
          <span>{moderatorTexts.appealOf}: </span>
          <bdi>{memberName}</bdi>
        </h2>
      </header>
      <p className={styles.quoted}>{text}</p>
      <div className={styles.context}>
        <h3>{moderatorTexts.against}</h3>
        <DecisionLine decision={decision} />
      </div>
      <footer className={styles.foot}>
        {mayAnswer ? (
          <>
            <Button aria-describedby={id} onClick={() => onAct(answer(true))}>
              {moderatorTexts.accept}
            </Button>
            <Button variant="destructive" aria-describedby={id} onClick={() => onAct(answer(false))}>
              {moderatorTexts.reject}
            </Button>
          </>
        ) : (
          <p className={styles.note}>{moderatorTexts.notAllowed}</p>
        )}
      </footer>
    </article>
  )
}
