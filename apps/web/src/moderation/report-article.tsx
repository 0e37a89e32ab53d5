import type { ReportedSubject, ReportToDecide } from '@covo/contract/moderation/moderation.routes'
import type { ModerationAction } from '@covo/contract/moderation/moderation.rules'
import type { ReportedKind } from '@covo/contract/reports/reports.rules'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useId, useState } from 'react'
import { describeError } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'
import { reasonNames } from '../platform/reports.texts.it.ts'
import { BotLabel } from '../ui/bot-mark.tsx'
import { Button } from '../ui/button.tsx'
import { InlineAlert } from '../ui/inline-alert.tsx'
import { DecisionLine } from './decision-line.tsx'
import { formatInstant } from './format-instant.ts'
import styles from './moderation.module.css'
import { reportQuery } from './moderation.queries.ts'
import { moderatorTexts, readingErrors } from './moderator.texts.it.ts'
import { useKeptFocus } from './paged-list.tsx'
import { ReportedFiles } from './reported-files.tsx'

/** Pixels beyond the window within which a report is loaded. */
const nearness = 600

/** Reports of one subject that are shown at once. */
const reportsShown = 3

const actionsOn: Record<ReportedKind, ModerationAction[]> = {
  message: ['none', 'remove', 'suspend'],
  event: ['none', 'remove', 'suspend'],
  member: ['none', 'empty', 'suspend'],
  team: ['none', 'empty', 'suspend'],
}

/** A reported subject; its evidence and reporters are loaded when it comes near. */
export function ReportArticle({
  subject: { id, kind, name, isBot, reason, reportedAt, count },
  listedAt,
  keepFocus,
  onDecide,
}: {
  subject: ReportedSubject
  /** When the list was loaded, in milliseconds. */
  listedAt: number
  keepFocus: () => void
  onDecide: (report: ReportToDecide, action: ModerationAction) => void
}) {
  const headingId = useId()
  const article = useKeptFocus<HTMLElement>(keepFocus)
  const isNear = useIsNear(article)
  const {
    data: report,
    dataUpdatedAt,
    error,
    isFetching,
    refetch,
  } = useQuery({ ...reportQuery(id), enabled: isNear })
  const isOld = isNear && report !== undefined && dataUpdatedAt < listedAt

  useEffect(() => {
    if (isOld) void refetch()
  }, [isOld, refetch])

  return (
    <article ref={article} className={styles.card} aria-labelledby={headingId}>
      <header>
        <p className={styles.facts}>
          <span>{`${moderatorTexts.kinds[kind]} · `}</span>
          <time dateTime={reportedAt}>{formatInstant(reportedAt)}</time>
          <span>{` · ${moderatorTexts.countOf(count)}`}</span>
        </p>
        <h2 id={headingId}>
          <span>{`${reasonNames[reason]}: `}</span>
          <bdi>{name}</bdi>
          {isBot && <BotLabel />}
        </h2>
      </header>
      {report ? (
        <>
          <Snapshot report={report}>
            <div className={styles.foot}>
              {report.mayDecide ? (
                actionsOn[kind].map((action) => (
                  <Button
                    key={action}
                    variant={action === 'none' ? 'secondary' : 'destructive'}
                    aria-describedby={headingId}
                    onClick={() => onDecide(report, action)}
                  >
                    {moderatorTexts.actionName(action, kind)}
                  </Button>
                ))
              ) : (
                <p className={styles.note}>{moderatorTexts.notAllowed}</p>
              )}
            </div>
          </Snapshot>
          <Sides report={report} />
        </>
      ) : (
        <Awaited error={error} isFetching={isFetching} onRetry={refetch} />
      )}
    </article>
  )
}

/** The placeholder of a report until it is loaded. */
function Awaited({
  error,
  isFetching,
  onRetry,
}: {
  error: Error | null
  isFetching: boolean
  onRetry: () => unknown
}) {
  if (!error) return <div className={`${styles.awaitedDetail} appears-late`} aria-busy="true" />
  return (
    <div className={styles.failure}>
      <InlineAlert kind="error">{describeError(error, readingErrors)}</InlineAlert>
      <Button size="small" busy={isFetching} onClick={() => void onRetry()}>
        {commonTexts.retry}
      </Button>
    </div>
  )
}

/** Whether an element of the screen is in the window or not far from it. */
function useIsNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const { current } = element
    if (!current) return
    const observer = new IntersectionObserver(([entry]) => setIsNear(entry?.isIntersecting === true), {
      root: current.closest('main'),
      rootMargin: `${nearness}px 0px`,
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return isNear
}

/** Those who reported, and what was decided before. */
function Sides({ report: { count, reports, decisions } }: { report: ReportToDecide }) {
  return (
    <div className={styles.sides}>
      <div>
        <h3>{moderatorTexts.reporters}</h3>
        <Reports reports={reports.slice(0, reportsShown)} />
        {count > reportsShown && (
          <details>
            <summary>{moderatorTexts.moreReports(count - reportsShown)}</summary>
            <Reports reports={reports.slice(reportsShown)} />
            {count > reports.length && (
              <p className={styles.note}>{moderatorTexts.moreReporters(count - reports.length)}</p>
            )}
          </details>
        )}
      </div>
      <div>
        <h3>{moderatorTexts.earlier}</h3>
        {decisions.length === 0 ? (
          <p className={styles.note}>{moderatorTexts.noEarlier}</p>
        ) : (
          <ul>
            {decisions.map((decision) => (
              <li key={decision.id}>
                <DecisionLine decision={decision} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

function Reports({ reports }: { reports: ReportToDecide['reports'] }) {
  return (
    <ul>
      {reports.map(({ reporterName, reason, details, reportedAt }) => (
        <li key={`${reportedAt} ${reporterName}`}>
          <p>
            <bdi>{reporterName}</bdi>
            <span>{` · ${reasonNames[reason]}`}</span>
          </p>
          <time className={styles.facts} dateTime={reportedAt}>
            {formatInstant(reportedAt)}
          </time>
          {details && <p className={styles.quoted}>{details}</p>}
        </li>
      ))}
    </ul>
  )
}

/**
 * The content as the first reporter saw it, with the names of then: first what is reported, then the children, then the messages
 * around it.
 */
function Snapshot({
  report: { id, isPrivate, messages, fields },
  children,
}: {
  report: ReportToDecide
  children: ReactNode
}) {
  const reported = messages.filter(({ isReported }) => isReported)
  const others = messages.filter(({ isReported }) => !isReported)
  return (
    <section className={`${styles.context} ${styles.snapshot}`} aria-label={moderatorTexts.context}>
      {reported.length > 0 && <Messages reportId={id} messages={reported} />}
      {Object.keys(fields).length > 0 && (
        <dl>
          {Object.entries(fields).map(([field, value]) => (
            <div key={field}>
              <dt>{moderatorTexts.fields[field] ?? field}</dt>
              <dd className={styles.quoted}>{shownValue(field, value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {children}
      {isPrivate && <p className={styles.note}>{moderatorTexts.isPrivate}</p>}
      {others.length > 0 && (
        <details open>
          <summary>{moderatorTexts.context}</summary>
          <Messages reportId={id} messages={others} />
        </details>
      )}
    </section>
  )
}

function Messages({ reportId, messages }: Pick<ReportToDecide, 'messages'> & { reportId: string }) {
  return (
    <ol>
      {messages.map(({ name, isBot, at, text, files, isReported }) => (
        <li key={at} className={isReported ? styles.reported : undefined}>
          <p className={styles.facts}>
            <bdi className={styles.author}>{name}</bdi>
            {isBot && <BotLabel />} <time dateTime={at}>{formatInstant(at)}</time>
            {isReported && <strong>{moderatorTexts.isReported}</strong>}
          </p>
          {(text || !files) && <p className={styles.quoted}>{text || <em>{moderatorTexts.noText}</em>}</p>}
          {files && <ReportedFiles reportId={reportId} files={files} />}
        </li>
      ))}
    </ol>
  )
}

function shownValue(field: string, value: string): string {
  return field === 'dateTime' || field === 'deadline' ? formatInstant(value) : value
}
