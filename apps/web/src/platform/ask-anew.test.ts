import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { askAnew } from './ask-anew.ts'

/** Something that is shown, and fetched from a server that answers when it is told to, in the order of the questions. */
function show() {
  const queryClient = new QueryClient()
  const answers: ((answer: string) => void)[] = []
  const observer = new QueryObserver(queryClient, {
    queryKey: ['shown'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  })
  observer.subscribe(() => {})
  const shows = (text: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        const { data, fetchStatus } = observer.getCurrentResult()
        if (data === text && fetchStatus === 'idle') resolve()
      }
      observer.subscribe(look)
      look()
    })
  const asked = (times: number) =>
    new Promise<void>((resolve) => {
      const look = () => (answers.length >= times ? resolve() : setTimeout(look))
      look()
    })
  return { queryClient, answers, shows, asked }
}

it('asks once more for what is fetched for the first time while news comes: its answer may be older (R-06)', async () => {
  const { queryClient, answers, shows, asked } = show()
  await asked(1)
  askAnew(queryClient, { queryKey: ['shown'] })
  answers[0]?.('old')
  await asked(2)
  answers[1]?.('new')
  await shows('new')
})

it('takes no older answer where something is shown already (R-06)', async () => {
  const { queryClient, answers, shows, asked } = show()
  await asked(1)
  answers[0]?.('first')
  await shows('first')
  void queryClient.invalidateQueries()
  await asked(2)
  askAnew(queryClient)
  await asked(3)
  answers[2]?.('new')
  answers[1]?.('old')
  await shows('new')
  expect(answers).toHaveLength(3)
})

it('leaves alone what it is not asked for', async () => {
  const { queryClient, answers, shows, asked } = show()
  await asked(1)
  askAnew(queryClient, { queryKey: ['other'] })
  answers[0]?.('only')
  await shows('only')
  expect(answers).toHaveLength(1)
})
