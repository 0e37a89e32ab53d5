import type { ModerationAct } from '@covo/contract/moderation/moderation.routes'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '../platform/api.ts'
import { Button } from '../ui/button.tsx'
import { Contained } from '../ui/error-boundary.tsx'
import { formatInstant } from './format-instant.ts'
import styles from './moderation.module.css'
import { actsQuery } from './moderation.queries.ts'
import { moderatorTexts } from './moderator.texts.it.ts'
import { PagedList } from './paged-list.tsx'
import { type Act, ReasonsDialog } from './reasons-dialog.tsx'

/** Every act of moderation, the latest first. */
export function LogPanel() {
  const list = useInfiniteQuery(actsQuery)
  const [act, setAct] = useState<Act | null>(null)
  const acts = list.data?.pages.flatMap((page) => page.acts)
  return (
    <>
      <PagedList list={list} empty={acts?.length === 0 ? moderatorTexts.noActs : null}>
        <ul className={styles.log} aria-label={moderatorTexts.log}>
          {acts?.map((one) => (
            <Contained as="li" key={one.id}>
              <LogRow act={one} onAct={setAct} />
            </Contained>
          ))}
        </ul>
      </PagedList>
      {act && <ReasonsDialog act={act} onClose={() => setAct(null)} />}
    </>
  )
}

function LogRow({ act, onAct }: { act: ModerationAct; onAct: (act: Act) => void }) {
  const { decisionId, moderatorName, memberName, facts, actedAt, mayRevert } = act
  const id = useId()
  const revert: Act = {
    title: moderatorTexts.revertTitle,
    hint: moderatorTexts.revertHint,
    name: memberName,
    needsReasons: true,
    confirm: moderatorTexts.revert,
    send: (reasons) =>
      call('POST /api/moderation/decisions/{id}/revert', {
        param: { id: decisionId },
        json: { facts: reasons },
      }),
    done: moderatorTexts.reverted,
  }
  return (
    <li>
      <div className={styles.act} id={id}>
        <p className={styles.what}>{moderatorTexts.actOf(act)}</p>
        <p>
          {/* Without the member's name, that of the moderator is gone too, and says nothing of the operator. */}
          {memberName === null
            ? moderatorTexts.forgotten
            : moderatorTexts.byAndOn(
                <bdi key="by">{moderatorName ?? moderatorTexts.operator}</bdi>,
                <bdi key="on">{memberName}</bdi>,
              )}
        </p>
        <time className={styles.facts} dateTime={actedAt}>
          {formatInstant(actedAt)}
        </time>
        {facts && <p className={styles.quoted}>{facts}</p>}
      </div>
      {mayRevert && (
        <Button size="small" aria-describedby={id} onClick={() => onAct(revert)}>
          {moderatorTexts.revert}
        </Button>
      )}
    </li>
  )
}
