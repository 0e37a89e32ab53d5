import type { WaitingAppeal } from '@covo/contract/moderation/moderation.routes'
import { formatInstant } from './format-instant.ts'
import styles from './moderation.module.css'
import { moderatorTexts } from './moderator.texts.it.ts'

/** A decision, its time, its rule and its reasons. */
export function DecisionLine({
  decision: { kind, action, rule, facts, decidedAt, isReverted },
}: {
  decision: WaitingAppeal['decision']
}) {
  return (
    <>
      <p>
        {[
          moderatorTexts.effectOf(action, kind),
          isReverted && ` (${moderatorTexts.isReverted})`,
          rule !== null && ` · ${moderatorTexts.rule(rule)}`,
        ]
          .filter(Boolean)
          .join('')}
      </p>
      <time className={styles.facts} dateTime={decidedAt}>
        {formatInstant(decidedAt)}
      </time>
      {facts && <p className={styles.quoted}>{facts}</p>}
    </>
  )
}
