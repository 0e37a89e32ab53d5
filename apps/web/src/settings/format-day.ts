import { dateFormat } from '../platform/format.ts'
import { securityTexts } from './security.texts.it.ts'

export const formatDay = dateFormat({ dateStyle: 'long' })

/** @param day of UTC, as the server keeps the day of a use */
export function formatDayOfUse(day: string): string {
  const [today, yesterday] = [0, 1].map((ago) =>
    new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10),
  )
  if (day === today) return securityTexts.today
  if (day === yesterday) return securityTexts.yesterday
  return formatDay(new Date(`${day}T12:00:00Z`))
}
