import type { LoaderFunctionArgs } from '@remix-run/node'
import { readContactFilters } from '#app/people/contact-filters'
import type { Contact } from '#app/people/list-contacts.server'
import { interestName } from '#app/people/people-fields'
import { contactsInPortions } from '#app/people/search-contacts.server'
import { now, today } from '#app/platform/clock.server'
import { showInstant } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { namesOf } from '#app/platform/typed/fields'
import { CONTACTS_A_FILE } from '#app/routes/admin/admin-form'
import { csvAnswer } from '#app/routes/file-answers.server'
import { requireStaff } from '#app/server/staff-session.server'
import { byStaff, recordAct } from '#app/staff/audit/audit-log.server'

/** All of a contact, in the order of the file. */
const HEADERS: Record<keyof Omit<Contact, 'id'>, string> = {
  email: 'Email',
  firstName: 'First Name',
  lastName: 'Last Name',
  phone: 'Phone',
  interest: 'Interest',
  createdAt: 'Created On',
  answeredAt: 'Answered On',
  message: 'Message',
  note: 'Note',
}

const COLUMNS = namesOf(HEADERS).map((column) => ({
  header: HEADERS[column],
  cell: (contact: Contact) => cellOf(column, contact[column]),
}))

function cellOf(column: keyof Contact, value: string | Date | null) {
  if (value instanceof Date) return showInstant(value, env.BUSINESS_TIMEZONE)
  return column === 'interest' && value ? interestName(value) : value
}

/** The contacts of the list's search and filters, up to CONTACTS_A_FILE of them. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see inquiries')
  const filters = readContactFilters(new URL(request.url).searchParams)
  recordAct({ ...byStaff(staff), action: 'contacts-exported', subject: 'contacts' }, now())
  return csvAnswer(`contacts-${today()}.csv`, COLUMNS, contactsInPortions(filters, CONTACTS_A_FILE))
}
