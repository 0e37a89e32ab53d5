import { first, testState } from './examine-state.ts'

// The usual state of each screen; states.long.spec.ts has the others.
for (const entry of first) testState(entry)
