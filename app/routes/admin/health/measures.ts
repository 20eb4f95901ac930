const MINUTE_MS = 60_000
const HOUR_MINUTES = 60
const DAY_HOURS = 24

/** '1 minute', '26 hours', '3 days': rounded down, in the largest unit of which there are two. */
export function ageInWords(from: Date, to: Date): string {
  const minutes = Math.max(0, Math.floor((to.getTime() - from.getTime()) / MINUTE_MS))
  const hours = Math.floor(minutes / HOUR_MINUTES)
  if (hours < 2) return counted(minutes, 'minute')
  return hours < 2 * DAY_HOURS ? counted(hours, 'hour') : counted(Math.floor(hours / DAY_HOURS), 'day')
}

const counted = (count: number, what: string) =>
  `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`

/** '1,250 MB', '0.4 MB'. */
export const megabytes = (bytes: number): string =>
  `${(bytes / 1_000_000).toLocaleString('en-US', { maximumFractionDigits: bytes < 10_000_000 ? 1 : 0 })} MB`
