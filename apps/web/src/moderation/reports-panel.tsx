import type { ReportToDecide } from '@covo/contract/moderation/moderation.routes'
import type { ModerationAction } from '@covo/contract/moderation/moderation.rules'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reportsQuery } from '../platform/moderation.ts'
import { Contained } from '../ui/error-boundary.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import styles from './moderation.module.css'
import { moderatorTexts } from './moderator.texts.it.ts'
import { PagedList } from './paged-list.tsx'
import { ReportArticle } from './report-article.tsx'

/** The open reports. The dialog of a decision is not its report's child: it stays when somebody else decides meanwhile. */
export function ReportsPanel({ keepFocus }: { keepFocus: () => void }) {
  const list = useInfiniteQuery(reportsQuery)
  const [deciding, setDeciding] = useState<{ report: ReportToDecide; action: ModerationAction } | null>(null)
  const subjects = list.data?.pages.flatMap(({ reports }) => reports)
  return (
    <>
      <PagedList list={list} empty={subjects?.length === 0 ? moderatorTexts.noReports : null}>
        <div className={styles.list}>
          {subjects?.map((subject) => (
            <Contained key={subject.id}>
              <ReportArticle
                subject={subject}
                listedAt={list.dataUpdatedAt}
                keepFocus={keepFocus}
                onDecide={(report, action) => setDeciding({ report, action })}
              />
            </Contained>
          ))}
        </div>
      </PagedList>
      {deciding && <DecisionDialog {...deciding} onClose={() => setDeciding(null)} />}
    </>
  )
}
