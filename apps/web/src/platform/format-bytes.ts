/** The size of a file: '12 kB', '3,4 MB'. */
export function formatBytes(bytes: number): string {
  if (bytes < 999_500) return `${Math.max(1, Math.round(bytes / 1000))} kB`
  return `${(bytes / 1e6).toLocaleString('it-IT', { maximumFractionDigits: 1 })} MB`
}
