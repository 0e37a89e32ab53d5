import { later, testState } from './examine-state.ts'

// All states but the first of each screen, which screens.spec.ts has, and the huge ones, which gallery.soak.spec.ts has.
for (const entry of later) testState(entry)
