import { describe, expect, it } from 'vitest'
import { chooseTests } from './choose-tests.ts'

const paths = [
  'apps/server/src/chat/chat.routes.test.ts',
  'apps/server/src/chat/chat.races.long.test.ts',
  'apps/server/src/events/events.routes.test.ts',
  'apps/web/src/chat/message-rows.test.tsx',
  'e2e/chat/unread.spec.ts',
  'e2e/screens/gallery.long.spec.ts',
  'apps/server/test/security/greedy.soak.test.ts',
]

describe('chooseTests', () => {
  it.each([
    {
      what: 'without words: all that are not long',
      choice: { words: [], kind: 'short' as const },
      unit: [
        'apps/server/src/chat/chat.routes.test.ts',
        'apps/server/src/events/events.routes.test.ts',
        'apps/web/src/chat/message-rows.test.tsx',
      ],
      browser: ['e2e/chat/unread.spec.ts'],
      tagged: [],
    },
    {
      what: 'the long ones, and the others for those of their tests that are tagged',
      choice: { words: [], kind: 'long' as const },
      unit: ['apps/server/src/chat/chat.races.long.test.ts'],
      browser: ['e2e/screens/gallery.long.spec.ts'],
      tagged: ['e2e/chat/unread.spec.ts'],
    },
    {
      what: 'those that measure',
      choice: { words: [], kind: 'soak' as const },
      unit: ['apps/server/test/security/greedy.soak.test.ts'],
      browser: [],
      tagged: [],
    },
    {
      what: 'a slice',
      choice: { words: ['chat'], kind: 'short' as const },
      unit: ['apps/server/src/chat/chat.routes.test.ts', 'apps/web/src/chat/message-rows.test.tsx'],
      browser: ['e2e/chat/unread.spec.ts'],
      tagged: [],
    },
    {
      what: 'a file, and a part of a path',
      choice: { words: ['events.routes', 'e2e/'], kind: 'short' as const },
      unit: ['apps/server/src/events/events.routes.test.ts'],
      browser: ['e2e/chat/unread.spec.ts'],
      tagged: [],
    },
  ])('$what', ({ choice, unit, browser, tagged }) => {
    expect(chooseTests(paths, choice)).toEqual({ unit, browser, tagged })
  })
})
