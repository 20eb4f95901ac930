import type { LoaderFunctionArgs } from '@remix-run/node'
import { readContactFilters } from '#app/people/contact-filters'
import { interestName } from '#app/people/inquiry-fields'
import type { Contact } from '#app/people/list-contacts.server'
import { contactsInPortions } from '#app/people/search-contacts.server'
import { now, today } from '#app/platform/clock.server'
import { showInstant } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { CONTACTS_A_FILE } from '#app/routes/admin/admin-form'
import { csvAnswer } from '#app/routes/csv-answer.server'
import { requireStaff } from '#app/server/staff-session.server'
import { byStaff, recordAct } from '#app/staff/audit/audit-log.server'

const shown = (instant: Date | null) => instant && showInstant(instant, env.BUSINESS_TIMEZONE)

const COLUMNS = [
  { header: 'Email', cell: ({ email }: Contact) => email },
  { header: 'First Name', cell: ({ firstName }: Contact) => firstName },
  { header: 'Last Name', cell: ({ lastName }: Contact) => lastName },
  { header: 'Phone', cell: ({ phone }: Contact) => phone },
  { header: 'Interest', cell: ({ interest }: Contact) => interestName(interest) },
  { header: 'Created On', cell: ({ createdAt }: Contact) => shown(createdAt) },
  { header: 'Answered On', cell: ({ answeredAt }: Contact) => shown(answeredAt) },
  { header: 'Message', cell: ({ message }: Contact) => message },
  { header: 'Note', cell: ({ note }: Contact) => note },
]

/** The contacts of the list's search and filters, up to CONTACTS_A_FILE of them. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see inquiries')
  const filters = readContactFilters(new URL(request.url).searchParams)
  recordAct({ ...byStaff(staff), action: 'contacts-exported', subject: 'contacts' }, now())
  return csvAnswer(`contacts-${today()}.csv`, COLUMNS, contactsInPortions(filters, CONTACTS_A_FILE))
}
