/** The value that such a share of all is at most, 0.5 for the median; NaN where there is none. */
export function quantile(values: number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(values: number[]): number {
  return quantile(values, 0.5)
}
