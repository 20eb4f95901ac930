import type { LoaderFunctionArgs } from '@remix-run/node'
import { CONTACT, readContactFilters, shownIn } from '#app/people/contact-fields'
import type { Contact } from '#app/people/list-contacts.server'
import { contactsInPortions } from '#app/people/search-contacts.server'
import { now, today } from '#app/platform/clock.server'
import { showInstant } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { called, type Field, namesOf } from '#app/platform/typed/fields'
import { CONTACTS_A_FILE } from '#app/routes/admin/admin-form'
import { csvAnswer } from '#app/routes/file-answers.server'
import { requireStaff } from '#app/server/staff-session.server'
import { byStaff, recordAct } from '#app/staff/audit-log.server'

const COLUMNS = namesOf(CONTACT).map((name) => ({
  header: called(CONTACT[name]),
  cell: (contact: Contact) => cellOf(CONTACT[name], contact[name]),
}))

const cellOf = (field: Field, value: string | Date | null) =>
  value instanceof Date ? showInstant(value, env.BUSINESS_TIMEZONE) : value && shownIn(field, value)

/** The contacts of the list's search and filters, up to CONTACTS_A_FILE of them. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see inquiries')
  const filters = readContactFilters(new URL(request.url).searchParams)
  recordAct({ ...byStaff(staff), action: 'contacts-exported', subject: 'contacts' }, now())
  return csvAnswer(`contacts-${today()}.csv`, COLUMNS, contactsInPortions(filters, CONTACTS_A_FILE))
}
