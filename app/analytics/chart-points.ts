import { type Day, showDay } from '#app/platform/days'
import { type Cents, cents } from '#app/platform/money'
import type { DayFigures } from './figures.server'

const MOST_DAYS = 92

export type ChartPoint = {
  isWeek: boolean
  /** 'Jun 1, 2025', or 'Week to Jun 1, 2025'; 'Jun 1, 2025, so far' while it lasts. */
  label: string
  isUnfinished: boolean
  /** 'Jun 1': what has room under the axis. */
  tick: string
  views: number
  visitors: number
  bookings: number
  revenueCents: Cents
}

/**
 * What the chart draws: a point a day, or a week where the days would stand too close together. Weeks are
 * counted back from the last day, so that the newest is a whole one; the oldest may be shorter.
 */
export function chartPoints(days: DayFigures[], today: Day): ChartPoint[] {
  const size = days.length > MOST_DAYS ? 7 : 1
  const oldest = days.length % size
  const points = Array.from({ length: Math.floor(days.length / size) }, (_, index) =>
    together(days.slice(oldest + index * size, oldest + (index + 1) * size), today),
  )
  return oldest > 0 ? [together(days.slice(0, oldest), today, true), ...points] : points
}

function together(days: DayFigures[], today: Day, isWeek = days.length > 1): ChartPoint {
  const last = showDay(days.at(-1)?.day ?? '')
  const isUnfinished = days.at(-1)?.day === today
  const sum = (figure: (day: DayFigures) => number) => days.reduce((total, day) => total + figure(day), 0)
  return {
    isWeek,
    label: `${isWeek ? `Week to ${last}` : last}${isUnfinished ? ', so far' : ''}`,
    isUnfinished,
    tick: last.replace(/,.*/, ''),
    views: sum((day) => day.views),
    visitors: sum((day) => day.visitors),
    bookings: sum((day) => day.bookings),
    revenueCents: cents(sum((day) => day.revenueCents)),
  }
}
