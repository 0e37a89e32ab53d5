import type { ActOnDecision, ActOnRoom, ModerationAct } from '@covo/contract/moderation/moderation.routes'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
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
  return 'roomName' in act ? <RoomRow act={act} /> : <DecisionRow act={act} onAct={onAct} />
}

function DecisionRow({ act, onAct }: { act: ActOnDecision; onAct: (act: Act) => void }) {
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
        <What text={moderatorTexts.actOf(act)} at={actedAt}>
          {/* Without the member's name, that of the moderator is gone too, and says nothing of the operator. */}
          {memberName !== null &&
            moderatorTexts.byAndOn(
              <Moderator key="by" name={moderatorName} />,
              <bdi key="on">{memberName}</bdi>,
            )}
        </What>
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

function RoomRow({ act }: { act: ActOnRoom }) {
  return (
    <li>
      <div className={styles.act}>
        <What text={moderatorTexts.roomAct(act)} at={act.actedAt}>
          {!act.isForgotten && moderatorTexts.by(<Moderator key="by" name={act.moderatorName} />)}
        </What>
      </div>
    </li>
  )
}

/** What was done, by whom, which is false where no names are kept any more, and when. */
function What({ text, at, children }: { text: string; at: string; children: ReactNode }) {
  return (
    <>
      <p className={styles.what}>{text}</p>
      <p>{children || moderatorTexts.forgotten}</p>
      <time className={styles.facts} dateTime={at}>
        {formatInstant(at)}
      </time>
    </>
  )
}

function Moderator({ name }: { name: string | null }) {
  return <bdi>{name ?? moderatorTexts.operator}</bdi>
}
