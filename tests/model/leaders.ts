import fc from 'fast-check'
import type { Audited } from './auditors'
import { cancelStep, commandStep, leaderStep, leadersDay, type Step, worldStep } from './steps'

const HOLDING = `payment_status in ('pending', 'deposit_paid', 'completed')`

/** In a query of departures: seats that are kept for leaders, beyond those that their guests have. */
export const keptIn = (departureId: string): string =>
  `(select coalesce(sum(max(0, terms.seats - (select coalesce(sum(number_of_guests), 0) from bookings
      where leader_id = terms.leader_id and departure_id = terms.departure_id and ${HOLDING}))), 0)
    from leader_terms as terms where terms.departure_id = ${departureId} and terms.released_at is null)`

type Terms = {
  id: number
  departureId: number
  freeEvery: number | null
  eachCents: number | null
  earnedTravelers: number | null
  earnedCents: number | null
  paid: number
  isCanceled: number
}

/** Each agreement, with how many travelers count for it now: paid in full, and not the leader's own. */
const termsIn = (world: Audited): Terms[] =>
  world.rows<Terms>(
    `select terms.id, terms.departure_id as departureId, free_every as freeEvery, each_cents as eachCents,
       earned_travelers as earnedTravelers, earned_cents as earnedCents, canceled_at is not null as isCanceled,
       (select coalesce(sum(number_of_guests), 0) from bookings b where b.leader_id = terms.leader_id
         and b.departure_id = terms.departure_id and payment_status in ('deposit_paid', 'completed')
         and kept_cents > 0 and kept_cents >= total_cents and written_off_cents = 0
         and lower(customer_email) <> lower(leaders.email)) as paid
     from leader_terms as terms join leaders on leaders.id = terms.leader_id join departures on departures.id = terms.departure_id`,
  )

type Own = {
  reference: string
  travelers: number
  asked: number
  given: number
  isOwn: number
  isOpen: number
}

/** Each paid booking with free places of an agreement, and the first of the leader's own mailbox. */
const ownIn = (world: Audited, { id }: Terms): Own[] =>
  world.rows<Own>(
    `select booking_reference as reference, number_of_guests as travelers, asked_cents as asked,
       (select count(distinct traveler_id) from charges as given where given.booking_id = b.id
         and leader_terms_id = terms.id and undoes_id is null
         and not exists (select 1 from charges as back where back.undoes_id = given.act_id)
         and traveler_id in (select id from travelers where booking_id = b.id)) as given,
       b.id = (select min(own.id) from bookings as own where own.departure_id = terms.departure_id
         and lower(own.customer_email) = lower(leaders.email)
         and own.payment_status in ('deposit_paid', 'completed')) as isOwn,
       written_off_cents = 0 and kept_cents > 0 as isOpen
     from leader_terms as terms join leaders on leaders.id = terms.leader_id join bookings as b
     where terms.id = ? and b.payment_status in ('deposit_paid', 'completed')`,
    id,
  )

/** Once all is well: given is what is earned, as long as something of the price is open to give it. */
export const rewardFaults = (world: Audited): string[] =>
  termsIn(world).flatMap((terms) => {
    if (terms.earnedTravelers !== null) {
      const sum = terms.earnedTravelers * (terms.eachCents ?? 0)
      return sum === terms.earnedCents ? [] : [`${JSON.stringify(terms)} earned ${sum}`]
    }
    const earned = terms.freeEvery && !terms.isCanceled ? Math.floor(terms.paid / terms.freeEvery) : 0
    return ownIn(world, terms).flatMap((own) => {
      if (!own.isOpen || terms.isCanceled) return []
      const due = own.isOwn ? Math.min(earned, own.travelers) : 0
      const isRight = own.given === due || (own.given < due && own.asked === 0)
      return isRight ? [] : [`${due} places are earned of ${JSON.stringify(terms)}: ${JSON.stringify(own)}`]
    })
  })

/** No block outlives its day, and none is kept for a leader who has ended. */
export const blockFaults = (world: Audited, today: string): string[] =>
  world
    .rows<{ id: number }>(
      `select terms.id from leader_terms as terms join leaders on leaders.id = leader_id
       where seats > 0 and released_at is null and (release_on < ? or leaders.state <> 'approved')`,
      today,
    )
    .map(({ id }) => `what is kept by agreement ${id} was not released`)

/** At any moment: a place is given to nobody twice, and each is a discount that stands or was undone once. */
export const placeFaults = (world: Audited): string[] =>
  world
    .rows<{ act: number }>(
      `select given.act_id as act from charges as given where leader_terms_id is not null and undoes_id is null
         and (price_cents >= 0 or kind <> 'discount'
           or (select count(distinct act_id) from charges as back where back.undoes_id = given.act_id) > 1
           or exists (select 1 from charges as twice where twice.leader_terms_id = given.leader_terms_id
             and twice.traveler_id = given.traveler_id and twice.act_id <> given.act_id and twice.undoes_id is null
             and not exists (select 1 from charges where undoes_id = twice.act_id)
             and not exists (select 1 from charges where undoes_id = given.act_id)))`,
    )
    .map(({ act }) => `act ${act} gives a place wrongly`)

const is = (names: RegExp) => (step: Step) => names.test(step.does)

type Guest = 0 | 1 | 2 | 3 | 4 | 5
const buys = (guest: Guest, travelers: 1 | 2, paymentType: 'deposit' | 'full'): Step => ({
  does: 'books-and-pays',
  asks: {
    ...{ does: 'book', guest, travelers, departs: 1, singles: 0, roomType: 'double', paymentType },
    ...{ browser: guest % 3, code: 'AMANI', way: 'card' },
  },
})

const SETTLED: Step = { does: 'rewards-settled' }

/** The leader books, others with the code; then they pay, leave, cancel and come back in any order. */
export const leaderSteps = fc
  .tuple(
    fc.constantFrom<1 | 2>(1, 2),
    fc.array(fc.constantFrom<1 | 2>(1, 1, 2), { minLength: 2, maxLength: 4 }),
    fc.array(
      fc.oneof(
        { weight: 3, arbitrary: leaderStep },
        { weight: 2, arbitrary: leadersDay },
        { weight: 4, arbitrary: cancelStep },
        {
          weight: 6,
          arbitrary: commandStep.filter(
            is(
              /^(leave|refund|move|join|reinstate|book|change-lead|by-hand|reprice|undo-reprice|write-off|pay-later)$/,
            ),
          ),
        },
        {
          weight: 5,
          arbitrary: worldStep.filter(
            is(
              /^(books-and-pays|pays-later|charge|move-clock|killed-during|two-at-once|while-stripe-is-down)$/,
            ),
          ),
        },
        { weight: 4, arbitrary: fc.constant<Step>({ does: 'end-holds' }) },
      ),
      { minLength: 10, maxLength: 40, size: 'max' },
    ),
  )
  .map(([party, others, played]): Step[] => {
    const group = others.map((travelers, index) => buys((index + 1) as Guest, travelers, 'full'))
    return [
      { does: 'change-seats', seats: 12 },
      { does: 'agree-with-leader', seats: 3, keptDays: 20, freeEvery: 2, eachCents: 10_000 },
      buys(0, party, 'deposit'),
      ...group,
      { does: 'end-holds' },
      SETTLED,
      // The last of them goes and comes again, and so do the places that they bring.
      { does: 'cancel', which: others.length },
      SETTLED,
      ...group.slice(-1),
      SETTLED,
      ...played,
      SETTLED,
    ]
  })
