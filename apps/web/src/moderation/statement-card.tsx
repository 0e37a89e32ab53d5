import type { Statement } from '@covo/contract/moderation/moderation.routes'
import { describeAct } from '@covo/contract/moderation/statement'
import { type ReactNode, useId } from 'react'
import { dateFormat } from '../platform/format.ts'
import { appealTexts } from './moderation.texts.it.ts'
import styles from './statement-card.module.css'

/** As the mail writes it. */
const formatDay = dateFormat({ dateStyle: 'long', timeZone: 'Europe/Rome' })

/** The decision that is appealed against, with its reasons: what its mail says, each thing once. */
export function StatementCard({ statement }: { statement: Statement }) {
  const { action, rule, facts, quoted, botName, decidedAt, suspendedUntil, appealableUntil } = statement
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id}>{appealTexts.decisionOf(formatDay(new Date(decidedAt)))}</h2>
      <p>{appealTexts.act(describeAct(statement))}</p>
      <dl>
        {botName !== null && (
          <Row name={appealTexts.bot}>
            <bdi>{botName}</bdi>
          </Row>
        )}
        {action === 'suspend' && (
          <Row name={appealTexts.duration}>
            {suspendedUntil ? appealTexts.until(formatDay(new Date(suspendedUntil))) : appealTexts.noEnd}
          </Row>
        )}
        {quoted && <Row name={appealTexts.text}>{quoted}</Row>}
        {rule !== null && <Row name={appealTexts.rule}>{appealTexts.ruleOf(rule)}</Row>}
        {facts && <Row name={appealTexts.reasons}>{facts}</Row>}
        <Row name={appealTexts.deadline}>{appealTexts.until(formatDay(new Date(appealableUntil)))}</Row>
      </dl>
    </section>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
