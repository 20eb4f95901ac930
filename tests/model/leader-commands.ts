import { leaderCalled } from '#app/bookings/leaders/leaders.server'
import { addLeader, endLeader } from '#app/bookings/leaders/save-leader.server'
import { correctLeader, saveTerms } from '#app/bookings/leaders/save-terms.server'
import { now, today } from '#app/platform/clock.server'
import { addDays } from '#app/platform/days'
import { cents } from '#app/platform/money'
import type { Actor } from '#app/staff/audit-log.server'
import type { Commands } from './commands'

const outcome = (answer: object): string => ('refused' in answer ? String(answer.refused) : 'done')

/** Whose own booking is that of the first guest. */
export const theLeader = (staff: Actor) =>
  addLeader(
    { name: 'Guest 0', email: 'guest0@example.com', phone: undefined, code: 'AMANI', notes: '' },
    staff,
    now(),
  )

export const leaderCommands = (staff: Actor) => ({
  agreeWithLeader({ seats, keptDays, freeEvery, eachCents }: Commands['agreeWithLeader']) {
    const leader = leaderCalled('AMANI')
    if (!leader) return 'ended'
    const words = {
      ...{ seats: seats || null, releaseOn: seats ? addDays(today(), keptDays) : null },
      ...{ freeEvery: freeEvery || null, each: eachCents ? cents(eachCents) : null },
    }
    return outcome(saveTerms({ leaderId: leader.id, departureId: 1 }, words, staff, now()))
  },
  correctLeader({ reference, isTheirs }: Commands['correctLeader']) {
    const leader = leaderCalled('AMANI')
    return leader ? correctLeader(reference, isTheirs ? leader.id : null, staff, now()) : 'ended'
  },
  endLeader: () => endLeader(leaderCalled('AMANI')?.id ?? 0, staff, now()),
})
