import { type Skill, skills } from '@covo/contract/skills'
import { NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconChevronDown, IconKey, IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { editProfilePath, memberScreens, teamPath } from '../screens.ts'
import { BackLink } from '../ui/back-link.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Contained } from '../ui/error-boundary.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { MoreButton } from '../ui/more-button.tsx'
import { Screen } from '../ui/screen.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { CodeDialog } from './code-dialog.tsx'
import { CreateTeamDialog } from './create-team-dialog.tsx'
import { TeamCards } from './team-card.tsx'
import styles from './teams.module.css'
import { lookingTeamsQuery, ownTeamsQuery } from './teams.queries.ts'
import { teamsTexts } from './teams.texts.it.ts'

/** Milliseconds without a key before the server is asked. */
const searchDelay = 250

/** The teams that the member is in, and those that look for members. */
export function TeamsScreen() {
  const { pathname, hash, key } = useLocation()
  const navigate = useNavigate()
  const [isCreating, setIsCreating] = useState(false)
  /** The code in the dialog that asks for one; null where that is closed. */
  const [code, setCode] = useState<string | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link may be followed again
  useEffect(() => {
    if (!hash) return
    // Whoever sees the address bar, or comes back to it, has no code.
    history.replaceState(history.state, '', pathname)
    const linked = new URLSearchParams(hash.slice(1)).get('codice')
    if (linked) setCode(linked)
  }, [hash, pathname, key])

  return (
    <Screen
      title={teamsTexts.title}
      lead={teamsTexts.lead}
      back={<BackLink to={memberScreens.events.path}>{teamsTexts.back}</BackLink>}
      around={(heading) => (
        <div className={styles.head}>
          <div>{heading}</div>
          <p className={styles.acts}>
            {' '}
            <Button onClick={() => setCode('')}>
              <IconKey aria-hidden="true" />
              {teamsTexts.haveCode}
            </Button>
            <Button variant="primary" onClick={() => setIsCreating(true)}>
              <IconPlus aria-hidden="true" />
              {teamsTexts.create}
            </Button>
          </p>{' '}
        </div>
      )}
    >
      <Teams />
      <CreateTeamDialog
        isOpen={isCreating}
        onClose={() => setIsCreating(false)}
        onCreated={({ id }) => navigate(teamPath(id))}
      />
      <CodeDialog code={code} onClose={() => setCode(null)} onEntered={({ id }) => navigate(teamPath(id))} />
    </Screen>
  )
}

function Teams() {
  const ownId = useId()
  const lookingId = useId()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), searchDelay)
  const [skill, setSkill] = useState<Skill | ''>('')
  const own = useQuery(ownTeamsQuery)
  const looking = useInfiniteQuery(lookingTeamsQuery(search, skill))
  const isFiltered = search !== '' || skill !== ''
  if (own.isLoadingError)
    return <LoadFailure text={teamsTexts.failed} isBusy={own.isFetching} onRetry={own.refetch} />
  // Below the one list the other would move.
  if (own.isPending || (looking.isPending && !isFiltered))
    return <div className={`${styles.awaited} appears-late`} aria-busy="true" />
  const found = looking.data?.pages.flatMap((page) => page.teams)
  return (
    <>
      <section className={styles.region} aria-labelledby={ownId}>
        <h2 id={ownId}>{teamsTexts.own}</h2>
        {own.data.teams.length === 0 ? (
          <p className={styles.none}>{teamsTexts.noneOwn}</p>
        ) : (
          <TeamCards teams={own.data.teams} label={teamsTexts.own} />
        )}
      </section>
      <section className={styles.region} aria-labelledby={lookingId}>
        <h2 id={lookingId}>{teamsTexts.looking}</h2>
        <div className={styles.tools}>
          <SearchBox className={styles.search} label={teamsTexts.search} text={typed} onChange={setTyped} />
          <NativeSelect
            className={styles.filter ?? ''}
            size="md"
            aria-label={teamsTexts.skill}
            rightSection={<IconChevronDown aria-hidden="true" />}
            data={[
              { value: '', label: teamsTexts.anySkill },
              ...skills.map((value) => ({ value, label: value })),
            ]}
            value={skill}
            onChange={({ currentTarget: { value } }) => setSkill(value as Skill | '')}
          />
          <p className={styles.order}>
            <span>{teamsTexts.order}</span> <Link to={editProfilePath}>{teamsTexts.mySkills}</Link>
          </p>
        </div>
        <Contained>
          {looking.isLoadingError ? (
            <LoadFailure text={teamsTexts.failed} isBusy={looking.isFetching} onRetry={looking.refetch} />
          ) : !found ? (
            <div className={`${styles.awaited} appears-late`} aria-busy="true" />
          ) : found.length === 0 ? (
            <EmptyState text={isFiltered ? teamsTexts.noneFound : teamsTexts.noneLooking} />
          ) : (
            <TeamCards teams={found} label={teamsTexts.looking} />
          )}
        </Contained>
        <MoreButton list={looking} label={teamsTexts.more} failure={teamsTexts.noneFoundNext} />
      </section>
    </>
  )
}
