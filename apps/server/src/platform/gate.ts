/** Lets so much work of one name go on at once; the rest goes on in the order in which it came. */
export function createGate(places: number) {
  const gates = new Map<string, { busy: number; waiting: (() => void)[] }>()

  return async function pass<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const gate = gates.get(name) ?? { busy: 0, waiting: [] }
    gates.set(name, gate)
    if (gate.busy < places) gate.busy += 1
    else await new Promise<void>((enter) => gate.waiting.push(enter))
    try {
      return await work()
    } finally {
      const enter = gate.waiting.shift()
      if (enter) enter()
      else gate.busy -= 1
      if (gate.busy === 0) gates.delete(name)
    }
  }
}
