import type { LoaderFunctionArgs } from '@remix-run/node'
import { NEWSLETTER } from '#app/people/people-fields'
import { SUBSCRIBER_WORDS } from '#app/people/subscriber-words'
import { type FiledSubscriber, subscribersInPortions } from '#app/people/subscribers.server'
import { now, today } from '#app/platform/clock.server'
import { showInstant } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { called, namesOf } from '#app/platform/typed/fields'
import { SUBSCRIBERS_A_FILE } from '#app/routes/admin/admin-form'
import { csvAnswer } from '#app/routes/file-answers.server'
import { requireStaff } from '#app/server/staff-session.server'
import { byStaff, recordAct } from '#app/staff/audit-log.server'

/**
 * Everybody who is or was on the newsletter list, or waits to be, newest first, up to SUBSCRIBERS_A_FILE of
 * them.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see newsletter')
  recordAct({ ...byStaff(staff), action: 'subscribers-exported', subject: 'newsletter' }, now())
  return csvAnswer(`subscribers-${today()}.csv`, COLUMNS, subscribersInPortions(SUBSCRIBERS_A_FILE))
}

const shown = (instant: Date | null) => instant && showInstant(instant, env.BUSINESS_TIMEZONE)

const column = (header: string, cell: (subscriber: FiledSubscriber) => string | null) => ({ header, cell })

const COLUMNS = [
  ...namesOf(NEWSLETTER).map((field) => column(called(NEWSLETTER[field]), (subscriber) => subscriber[field])),
  column('State', ({ state }) => SUBSCRIBER_WORDS[state]),
  column('Consent On', ({ consentAt }) => shown(consentAt)),
  column('Consent From', ({ consentSource }) =>
    consentSource === 'form' ? 'Newsletter form' : `Added by ${consentSource}`,
  ),
  column('Confirmed On', ({ confirmedAt }) => shown(confirmedAt)),
  column('First Added On', ({ createdAt }) => shown(createdAt)),
  column('Unsubscribed On', ({ unsubscribedAt }) => shown(unsubscribedAt)),
  column('Unsubscribed From', ({ unsubscribedAt, leftBySubject }) => unsubscribedAt && leftBySubject),
]
