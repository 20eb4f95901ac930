import type { Audited } from './auditors'

type Tally = { series: string; slot: number; amount: number }

const PAID = 'id in (select id from bookings where first_paid_at is not null)'

/**
 * What guests held at the checkout and paid for, in all, and of each journey: by the model's own notes of the
 * holds, since a booking may move to another journey, and one that nobody paid for is forgotten in time.
 */
const talliesIn = (world: Audited): Tally[] =>
  world.rows<Tally>(
    `select series, slot, count(*) as amount from (
       select 'held' as series, slot from held_by_guests
       union all select 'held:' || tour_type, slot from held_by_guests
       union all select 'held-paid', slot from held_by_guests where ${PAID}
       union all select 'held-paid:' || tour_type, slot from held_by_guests where ${PAID}
     ) group by 1, 2 order by 1, 2`,
  )

/**
 * At any moment: what is counted as held and paid is what the bookings say, each once; and a booking was paid
 * for if it is now, never before any money came.
 */
export function tallyFaults(world: Audited): string[] {
  const expected = JSON.stringify(talliesIn(world))
  const counted = JSON.stringify(
    world.rows<Tally>(`select * from slot_tallies where series like 'held%' and amount <> 0 order by 1, 2`),
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
