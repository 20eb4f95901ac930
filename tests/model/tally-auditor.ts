import type { Audited } from './auditors'

type Tally = { series: string; slot: number; amount: number }

const HELD = 'source is not null'
/** A journey’s own are compared while no booking has moved: it is counted where its seats were held. */
const UNMOVED = 'not exists (select 1 from departure_moves)'
const PAID = `${HELD} and first_paid_at is not null`

/** What guests held at the checkout and paid for, by the bookings: in all, and of each journey. */
const talliesIn = (world: Audited): Tally[] =>
  world.rows<Tally>(
    `select series, slot, count(*) as amount from (
       select 'held' as series, created_at / 900000 as slot from bookings where ${HELD}
       union all select 'held:' || tour_type, created_at / 900000 from bookings where ${HELD} and ${UNMOVED}
       union all select 'held-paid', created_at / 900000 from bookings where ${PAID}
       union all select 'held-paid:' || tour_type, created_at / 900000 from bookings where ${PAID} and ${UNMOVED}
     ) group by 1, 2 order by 1, 2`,
  )

/**
 * At any moment: what is counted as held and paid is what the bookings say, each once; and a booking was paid
 * for if it is now, never before any money came.
 */
export function tallyFaults(world: Audited): string[] {
  const expected = JSON.stringify(talliesIn(world))
  const counted = JSON.stringify(
    world.rows<Tally>(`select * from slot_tallies where series like 'held%' and amount <> 0
         and (series not like '%:%' or ${UNMOVED}) order by 1, 2`),
  )
  const [sums] = world.rows<{ counted: number; paid: number }>(
    `select (select coalesce(sum(amount), 0) from slot_tallies where series = 'bookings') as counted,
       (select count(*) from bookings where first_paid_at is not null) as paid`,
  )
  const wrong = world.rows<{ reference: string }>(
    `select booking_reference as reference from bookings where
       (payment_status in ('deposit_paid', 'completed') and first_paid_at is null)
       or (first_paid_at is not null and not exists (select 1 from payments where booking_id = bookings.id))`,
  )
  return [
    ...(counted === expected ? [] : [`counted is ${counted}, the bookings say ${expected}`]),
    ...(sums?.counted === sums?.paid ? [] : [`${sums?.counted} are counted as paid, ${sums?.paid} were`]),
    ...wrong.map(({ reference }) => `${reference} does not know when it was first paid for`),
  ]
}
