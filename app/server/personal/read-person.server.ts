import { type Actor, byStaff, recordAct } from '#app/staff/audit-log.server'
import { heldRows } from './personal-data.server'
import { type Sought, soughtBy } from './sought.server'

/** All that is held of an address, for its owner; see `readForStaff`. */
export const readForOwner = (email: string) => heldRows(soughtBy(email))

/** The same for staff: who read it is in the audit log. */
export function readForStaff(email: string, staff: Actor, now: Date) {
  const sought = soughtBy(email)
  const held = heldRows(sought)
  if (held.length > 0)
    recordAct(now, { ...byStaff(staff), action: 'person-read', subject: subjectOf(sought) })
  return held
}

/** The log names no one: it says by which booking or inquiry the person is known. */
function subjectOf({ references, inquiries }: Sought): string {
  const [reference] = references
  if (reference) return `booking:${reference}`
  const [inquiry] = inquiries
  return inquiry ? `contact:${inquiry}` : 'address'
}

/** As a file that other programs read. */
export const heldAsFile = (email: string, held: ReturnType<typeof heldRows>, now: Date): Response =>
  new Response(
    JSON.stringify(
      {
        address: email,
        asOf: now,
        held: Object.fromEntries(held.map(({ name, what, rows }) => [name, { what: what.person, rows }])),
      },
      null,
      2,
    ),
    {
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': 'attachment; filename="personal-data.json"',
        'Cache-Control': 'no-store',
      },
    },
  )
