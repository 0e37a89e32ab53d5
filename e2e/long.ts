/**
 * The details of a browser test that `npm run test:long` runs, and `npm test` does not: of a second way to what another test
 * shows, a failure that the same component shows on other screens, or a further width, zone or kind of browser.
 */
export const long = { tag: '@long' } as const
