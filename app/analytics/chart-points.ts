import { showDay } from '#app/days'
import type { Cents } from '#app/money'
import type { DayFigures } from './figures.server'

const MOST_DAYS = 92

export type ChartPoint = {
  /** 'Jun 1, 2025', or 'Week of Jun 1, 2025'. */
  label: string
  /** 'Jun 1': what has room under the axis. */
  tick: string
  views: number
  visitors: number
  bookings: number
  revenueCents: Cents
}

/** What the chart draws: a point a day, or a week where the days would stand too close together. */
export function chartPoints(days: DayFigures[]): ChartPoint[] {
  const size = days.length > MOST_DAYS ? 7 : 1
  return Array.from({ length: Math.ceil(days.length / size) }, (_, index) =>
    together(days.slice(index * size, (index + 1) * size), size),
  )
}

function together(days: DayFigures[], size: number): ChartPoint {
  const first = showDay(days[0]?.day ?? '')
  const sum = (figure: (day: DayFigures) => number) => days.reduce((total, day) => total + figure(day), 0)
  return {
    label: size > 1 ? `Week of ${first}` : first,
    tick: first.replace(/,.*/, ''),
    views: sum((day) => day.views),
    visitors: sum((day) => day.visitors),
    bookings: sum((day) => day.bookings),
    revenueCents: sum((day) => day.revenueCents) as Cents,
  }
}
