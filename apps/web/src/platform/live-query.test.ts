import type { Folded } from '@covo/contract/fold'
import type { SliceNews } from '@covo/contract/realtime'
import { QueryClient, QueryObserver, queryOptions } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { changeQueries, liveQuery, receiveNews } from './live-query.ts'

const renamed = (displayName: string): SliceNews => ({
  type: 'profiles.member_changed',
  uid: 'anna',
  displayName,
  photoURL: '',
})
const changed: SliceNews = { type: 'profiles.own_profile_changed' }

function fold(shown: string, news: SliceNews): Folded<string> {
  if (news.type === 'profiles.own_profile_changed') return 'refetch'
  return news.type === 'profiles.member_changed' ? `${shown}+${news.displayName}` : shown
}

/** A query on the screen, and a server that answers by hand, in the order of the requests. */
function show() {
  const queryClient = new QueryClient()
  const receiver = receiveNews(queryClient)
  const answers: ((answer: string) => void)[] = []
  const options = liveQuery(
    queryOptions({
      queryKey: ['shown'],
      queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
      staleTime: Number.POSITIVE_INFINITY,
    }),
    fold,
  )
  const observer = new QueryObserver(queryClient, options)
  const leave = observer.subscribe(() => {})
  const shows = (text: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        const { data, fetchStatus } = observer.getCurrentResult()
        if (data !== text || fetchStatus !== 'idle') return
        stop()
        resolve()
      }
      const stop = observer.subscribe(look)
      look()
    })
  const asked = (times: number) => expect.poll(() => answers.length).toBe(times)
  return { queryClient, receiver, answers, observer, leave, shows, asked, options }
}

it('folds news into what is shown', async () => {
  const { receiver, answers, shows, asked } = show()
  await asked(1)
  answers[0]?.('answer')
  await shows('answer')
  receiver.receive([renamed('B'), renamed('C')])
  await shows('answer+B+C')
})

it('folds news that comes during the first fetch into its answer, which may be older (R-06)', async () => {
  const { receiver, answers, shows, asked } = show()
  await asked(1)
  receiver.receive([renamed('B')])
  receiver.receive([renamed('C')])
  answers[0]?.('answer')
  await shows('answer+B+C')
  expect(answers).toHaveLength(1)
})

it('refetches after an answer during whose fetch news asked for that (R-06)', async () => {
  const { receiver, answers, shows, asked } = show()
  await asked(1)
  receiver.receive([changed])
  answers[0]?.('old')
  await asked(2)
  answers[1]?.('new')
  await shows('new')
  expect(answers).toHaveLength(2)
})

it('takes no older answer where something is shown already (R-06)', async () => {
  const { receiver, queryClient, answers, shows, asked } = show()
  await asked(1)
  answers[0]?.('first')
  await shows('first')
  void queryClient.invalidateQueries()
  await asked(2)
  receiver.refetchAll()
  await asked(3)
  answers[2]?.('new')
  answers[1]?.('old')
  await shows('new')
  expect(answers).toHaveLength(3)
})

it('folds news into the old data and into the answer of a refetch that is under way (R-06)', async () => {
  const { receiver, queryClient, answers, observer, shows, asked } = show()
  await asked(1)
  answers[0]?.('first')
  await shows('first')
  void queryClient.invalidateQueries()
  await asked(2)
  receiver.receive([renamed('B')])
  expect(observer.getCurrentQuery().state.data).toBe('first+B')
  answers[1]?.('second')
  await shows('second+B')
  expect(answers).toHaveLength(2)
})

it('leaves a query stale that is not on the screen, whatever is folded into it (R-06)', async () => {
  const { receiver, queryClient, answers, shows, asked, leave, options } = show()
  await asked(1)
  answers[0]?.('first')
  await shows('first')
  leave()
  receiver.receive([changed, renamed('B')])
  changeQueries<string>(queryClient, options.queryKey, (shown) => `${shown}!`)
  expect(queryClient.getQueryData(options.queryKey)).toBe('first+B!')
  expect(answers).toHaveLength(1)
  new QueryObserver(queryClient, options).subscribe(() => {})
  await asked(2)
})

it('drops the news of a fetch that failed', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const receiver = receiveNews(queryClient)
  let attempts = 0
  const options = liveQuery(
    queryOptions({
      queryKey: ['failing'],
      queryFn: async () => {
        attempts += 1
        receiver.receive([renamed(String(attempts))])
        if (attempts === 1) throw new Error('no answer')
        return 'answer'
      },
    }),
    fold,
  )
  await expect(queryClient.fetchQuery(options)).rejects.toThrow('no answer')
  await queryClient.fetchQuery(options)
  expect(queryClient.getQueryData(options.queryKey)).toBe('answer+2')
})
