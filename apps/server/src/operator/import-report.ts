type Tally = { count: number; examples: string[] }

export type ImportReport = ReturnType<typeof createImportReport>

/** The outcome of the documents, by their kind. */
export function createImportReport() {
  const counts = new Map<string, { imported: number; present: number }>()
  const remarks = new Map<string, Tally>()

  function countsOf(kind: string) {
    const known = counts.get(kind) ?? { imported: 0, present: 0 }
    counts.set(kind, known)
    return known
  }

  function remark(what: string, example: string): void {
    const tally = remarks.get(what) ?? { count: 0, examples: [] }
    remarks.set(what, tally)
    tally.count += 1
    if (tally.examples.length < 3) tally.examples.push(example)
  }

  return {
    imported(kind: string, count: number): void {
      countsOf(kind).imported += count
    },
    /** It was there already, and stays as it is. */
    present(kind: string, count: number): void {
      countsOf(kind).present += count
    },
    putRight: (kind: string, reason: string, example: string) =>
      remark(`put right, ${kind}: ${reason}`, example),
    refused: (kind: string, reason: string, example: string) =>
      remark(`refused, ${kind}: ${reason}`, example),

    print(print: (line: string) => void): void {
      for (const [kind, { imported, present }] of counts)
        print(`${kind}: ${imported} imported, ${present} already there`)
      for (const [what, { count, examples }] of [...remarks].toSorted(([one], [other]) =>
        one < other ? -1 : 1,
      ))
        print(`${what}: ${count} (${examples.join(', ')}${count > examples.length ? ', …' : ''})`)
    },
  }
}
