import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { receiveInquiry } from '#app/people/receive-inquiry.server'
import { takeOffNewsletter } from '#app/people/subscribers.server'
import { machineNow, now } from '#app/platform/clock.server'
import { askToBeErased, sendDataLink } from '#app/server/personal/data-link.server'
import { erasePerson } from '#app/server/personal/erase-person.server'
import { removeTracesNow } from '#app/server/personal/remove-traces.server'
import type { Staff } from '#app/staff/sessions.server'
import { db } from '#db/connection.server'
import { newsletterSubscriptions as subscriptions } from '#db/schema/people'
import { at, done, type Entry } from './diary'

const ERASED = 'ruth.okafor@example.com'
/** Who is still to be answered when the demo begins. */
const WAITS = 'juma.abdalla@example.com'

const INQUIRY = {
  ...{ firstName: 'Ruth', lastName: 'Okafor', email: ERASED, phone: '+1 512 555 0177', network: null },
  ...{ interest: 'safari' as const, message: 'Do you have a journey in winter? Please call after six.' },
}

/** Somebody reads what is held of them and is erased, somebody asks for it, and a subscriber telephones. */
export const rights = (staff: () => Staff): Entry[] => [
  { at: at('2025-04-02', 18), command: () => done(receiveInquiry(INQUIRY, now())) },
  ...asks(ERASED, '2025-05-19'),
  {
    at: at('2025-05-20', 9.5),
    command: async () => {
      done(await erasePerson(ERASED, staff(), now()))
      await removeTracesNow(now)
    },
  },
  { at: at('2025-05-21', 11), command: () => takeOff(staff()) },
  ...asks(WAITS, '2025-05-31'),
]

const asks = (email: string, on: string): Entry[] => [
  { at: at(on, 19), command: () => sendDataLink(email, now(), machineNow()) },
  { at: at(on, 19.25), command: () => askToBeErased(email, randomUUID(), now()) },
]

/** Someone of those whom staff added at the fair. */
function takeOff(staff: Staff): void {
  const telephones = db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.consentSource, staff.username))
    .get()
  if (telephones) takeOffNewsletter(telephones.id, staff, now())
}
