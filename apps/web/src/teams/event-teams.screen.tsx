import type { EventTeam, EventTeamPage } from '@covo/contract/teams/event-teams.routes'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Navigate, useParams } from 'react-router'
import { ApiError } from '../platform/api.ts'
import { isUuid } from '../platform/uuid.ts'
import { eventPath, memberScreens } from '../screens.ts'
import { BackLink } from '../ui/back-link.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { MoreButton, type MoreList } from '../ui/more-button.tsx'
import { Screen } from '../ui/screen.tsx'
import { eventTeamsQuery, teamSeekersQuery } from './event-teams.queries.ts'
import { BriefLineup } from './lineup.tsx'
import { OwnEventTeams } from './own-event-teams.tsx'
import { TeamCards } from './team-card.tsx'
import { TeamSeekers } from './team-seekers.tsx'
import styles from './teams.module.css'
import { ownTeamsQuery } from './teams.queries.ts'
import { eventTeamsTexts, teamsTexts } from './teams.texts.it.ts'

/** The boards of an event, whose id is in the path: the teams entered for it, with their line-ups, and the members who look for a team. */
export function EventTeamsScreen() {
  const { eventId = '' } = useParams()
  const id = eventId.toLowerCase()
  if (!isUuid(id)) return <Navigate to={memberScreens.home.path} replace />
  return <EventTeams key={id} id={id} />
}

function EventTeams({ id }: { id: string }) {
  const own = useQuery(ownTeamsQuery)
  const looking = useInfiniteQuery(eventTeamsQuery(id, 'looking'))
  const others = useInfiniteQuery(eventTeamsQuery(id, 'others'))
  const seekers = useInfiniteQuery(teamSeekersQuery(id))
  const back = <BackLink to={eventPath(id)}>{eventTeamsTexts.back}</BackLink>
  if (looking.error instanceof ApiError && looking.error.code === 'events.not_found')
    return (
      <Screen
        title={eventTeamsTexts.notFound}
        back={<BackLink to={memberScreens.events.path}>{eventTeamsTexts.backToEvents}</BackLink>}
      />
    )
  const [first] = looking.data?.pages ?? []
  // Below one list the others would move.
  if (!first || !own.data || !others.data || !seekers.data) {
    const failed = [own, looking, others, seekers].filter((query) => query.isLoadingError)
    return (
      <Screen title={teamsTexts.title} back={back}>
        {failed.length > 0 ? (
          <LoadFailure
            text={teamsTexts.failed}
            isBusy={failed.some((query) => query.isFetching)}
            onRetry={() => Promise.all(failed.map((query) => query.refetch()))}
          />
        ) : (
          <div className={`${styles.awaited} appears-late`} aria-busy="true" />
        )}
      </Screen>
    )
  }
  const { event } = first
  const open = event.isOpen ? undefined : eventTeamsTexts.closed
  const lead = open ?? (event.takesPart ? undefined : eventTeamsTexts.whoPlays)
  return (
    <Screen
      title={eventTeamsTexts.title(event.title)}
      heading={eventTeamsTexts.heading(<bdi key="title">{event.title}</bdi>)}
      back={back}
      {...(lead && { lead })}
    >
      <OwnEventTeams eventId={id} page={first} teams={own.data.teams} />
      <Board title={teamsTexts.looking} pages={looking.data?.pages ?? []} list={looking}>
        {event.isOpen && <p className={styles.none}>{teamsTexts.noneLooking}</p>}
      </Board>
      <TeamSeekers
        eventId={id}
        page={first}
        people={seekers.data.pages.flatMap(({ people }) => people)}
        list={seekers}
      />
      <Board title={eventTeamsTexts.others} pages={others.data.pages} list={others} />
    </Screen>
  )
}

/** The entered teams of one kind. Without `children`, which stand for none, nothing where there are none. */
function Board({
  title,
  pages,
  list,
  children,
}: {
  title: string
  pages: readonly EventTeamPage[]
  list: MoreList
  children?: ReactNode
}) {
  const headingId = useId()
  const teams: EventTeam[] = pages.flatMap((page) => page.teams)
  if (teams.length === 0 && !children) return null
  return (
    <section className={styles.region} aria-labelledby={headingId}>
      <h2 id={headingId}>{title}</h2>
      {teams.length === 0 ? (
        children
      ) : (
        <TeamCards
          teams={teams}
          label={title}
          about={(team) =>
            team.players > 0 && <BriefLineup team={team} limit={pages[0]?.event.teamSize ?? null} />
          }
        />
      )}
      <MoreButton list={list} label={teamsTexts.more} failure={teamsTexts.noneFoundNext} />
    </section>
  )
}
