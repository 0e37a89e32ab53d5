/** The q-quantile, 0.5 for the median; NaN of no values. */
export function quantile(values: number[], q: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
}

export function median(values: number[]): number {
  return quantile(values, 0.5)
}
