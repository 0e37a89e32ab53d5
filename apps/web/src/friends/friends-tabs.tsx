import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { friendRequestsPath, searchPeoplePath } from '../screens.ts'
import { Button } from '../ui/button.tsx'
import { InlineAlert } from '../ui/inline-alert.tsx'
import { Screen } from '../ui/screen.tsx'
import tabStyles from '../ui/tabs.module.css'
import styles from './friends.module.css'
import { friendCountsQuery } from './friends.queries.ts'
import { friendsTexts, listErrors } from './friends.texts.it.ts'
import { FriendsPanel } from './friends-panel.tsx'
import { RequestsPanel } from './requests-panel.tsx'
import { SearchPanel } from './search-panel.tsx'
import { useReportedFailure } from './use-reported-failure.ts'

const classNames = { list: tabStyles.tabs ?? '', tab: tabStyles.tab ?? '' }

/**
 * Friends, the requests of others, and the search for new ones; `above` stands over the friends, `isUnread` marks their tab. The
 * menu announces the marks.
 */
export function FriendsTabs({ above, isUnread }: { above: ReactNode; isUnread: boolean }) {
  const { pathname, hash } = useLocation()
  const [tab, setTab] = useState(tabOf(pathname + hash))
  const [filter, setFilter] = useState('')
  const [searched, setSearched] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const content = useRef<HTMLDivElement>(null)
  const counts = useQuery(friendCountsQuery)
  useReportedFailure(counts, listErrors, setFailure)

  function choose(next: string | null) {
    if (!next || next === tab) return
    setTab(next)
    setFailure(null)
  }

  function keepFocus() {
    content.current?.focus({ preventScroll: true })
  }

  function search() {
    keepFocus()
    choose('search')
  }

  return (
    <Screen title={friendsTexts.title} route="amici">
      <Tabs
        unstyled
        className={styles.column ?? ''}
        classNames={classNames}
        keepMounted={false}
        value={tab}
        onChange={choose}
      >
        <Tabs.List aria-label={friendsTexts.title}>
          <Tabs.Tab value="friends" data-waiting={isUnread}>
            {friendsTexts.friends(counts.data?.friends)}
          </Tabs.Tab>
          <Tabs.Tab value="requests" data-waiting={(counts.data?.incomingRequests ?? 0) > 0}>
            {friendsTexts.requests(counts.data?.incomingRequests)}
          </Tabs.Tab>
          <Tabs.Tab value="search">{friendsTexts.search}</Tabs.Tab>
        </Tabs.List>
        <div ref={content} tabIndex={-1} className={styles.content}>
          {failure && (
            <div className={styles.failure}>
              <InlineAlert kind="error">
                <span>{friendsTexts.error(failure)}</span>
                <Button
                  size="small"
                  className={styles.dismiss}
                  onClick={() => {
                    keepFocus()
                    setFailure(null)
                  }}
                >
                  {friendsTexts.dismiss}
                </Button>
              </InlineAlert>
            </div>
          )}
          <Tabs.Panel value="friends">
            {above}
            <FriendsPanel
              text={filter}
              onTextChange={setFilter}
              onFailure={setFailure}
              keepFocus={keepFocus}
              onSearch={search}
            />
          </Tabs.Panel>
          <Tabs.Panel value="requests">
            <RequestsPanel onFailure={setFailure} keepFocus={keepFocus} onSearch={search} />
          </Tabs.Panel>
          <Tabs.Panel value="search">
            <SearchPanel
              text={searched}
              onTextChange={setSearched}
              onFailure={setFailure}
              keepFocus={keepFocus}
            />
          </Tabs.Panel>
        </div>
      </Tabs>
    </Screen>
  )
}

function tabOf(path: string): string {
  if (path === searchPeoplePath) return 'search'
  return path === friendRequestsPath ? 'requests' : 'friends'
}
