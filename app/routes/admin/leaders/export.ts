import { today } from '#app/platform/clock.server'
import { dollarsOf } from '#app/platform/money'
import { exportOf } from '#app/server/guards/csv-export.server'
import { type Reward, rewards } from '#app/views/leaders.server'

const column = (header: string, cell: (reward: Reward) => string | number | null) => ({ header, cell })

/** The rewards of all leaders, by the year in which their departures begin, the latest first. */
export const loader = exportOf('leader-rewards', () => ({
  subject: 'leaders',
  fileName: `leader-rewards-${today()}.csv`,
  columns: [
    column('Year', ({ departure }) => departure.startsOn.slice(0, 4)),
    column('Leader', ({ leader }) => leader.name),
    column('Email', ({ leader }) => leader.email),
    column('Code', ({ leader }) => leader.code),
    column('Journey', ({ departure }) => departure.name),
    column('Departure', ({ departure }) => departure.startsOn),
    column('Travelers paid in full', ({ paid }) => paid),
    column('Free places earned', ({ earned }) => earned),
    column('Free places given', ({ given }) => given),
    column('Worth of free places', ({ givenCents }) => dollarsOf(givenCents).toFixed(2)),
    column('Sum for travelers', ({ sumCents }) => dollarsOf(sumCents).toFixed(2)),
    column('State', ({ terms }) => (terms.earnedAt === null ? 'As it stands' : 'Earned')),
  ],
  portions: [rewards()],
}))
