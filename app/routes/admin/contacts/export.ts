import { CONTACT, readContactFilters } from '#app/people/contact-fields'
import type { Contact } from '#app/people/list-contacts.server'
import { contactsInPortions } from '#app/people/search-contacts.server'
import { businessTime, today } from '#app/platform/clock.server'
import { called, type Field, namesOf, shownIn } from '#app/platform/typed/fields'
import { exportOf } from '#app/server/guards/csv-export.server'
import { CONTACTS_A_FILE } from '#app/staff/exports'

const COLUMNS = namesOf(CONTACT).map((name) => ({
  header: called(CONTACT[name]),
  cell: (contact: Contact) => cellOf(CONTACT[name], contact[name]),
}))

const cellOf = (field: Field, value: string | Date | null) =>
  value instanceof Date ? businessTime(value) : value && shownIn(field, value)

/** The contacts of the list's search and filters, up to CONTACTS_A_FILE of them. */
export const loader = exportOf('contacts', ({ query }) => ({
  subject: 'contacts',
  fileName: `contacts-${today()}.csv`,
  columns: COLUMNS,
  portions: contactsInPortions(readContactFilters(query), CONTACTS_A_FILE),
}))
