import { useLocation } from '@remix-run/react'
import { type ContactFilters, filtersSet } from '#app/people/contact-filters'
import { interestName } from '#app/people/inquiry-fields'
import { Badge } from '#app/ui/badge'
import { DeskTable } from '#app/ui/desk/desk-table'
import { EmptyState } from '#app/ui/desk/empty-state'
import { Link } from '#app/ui/link'
import { AnswerBadge } from './answer-badge'

type ShownContact = {
  id: number
  email: string
  firstName: string
  lastName: string
  interest: string
  isAnswered: boolean
  isLate: boolean
  createdOn: string
}

const COLUMNS = ['Email', 'First Name', 'Last Name', 'Created On', 'Interest', 'Actions']

/** The contacts of one page, or what the list says while it has none. */
export function ContactTable({ contacts, filters }: { contacts: ShownContact[]; filters: ContactFilters }) {
  const { search } = useLocation()
  if (contacts.length === 0) {
    return (
      <EmptyState title="No contacts found">
        {filters.term || filtersSet(filters)
          ? 'Try adjusting your search terms'
          : 'Contact inquiries will appear here'}
      </EmptyState>
    )
  }
  return (
    <DeskTable caption="Contacts" columns={COLUMNS} stacks>
      {contacts.map((contact) => (
        <ContactRow key={contact.id} contact={contact} query={search} />
      ))}
    </DeskTable>
  )
}

function ContactRow({ contact, query }: { contact: ShownContact; query: string }) {
  const name = `${contact.firstName} ${contact.lastName}`
  return (
    <tr>
      <th scope="row">
        <Link
          to={`/admin/contacts/${contact.id}${query}`}
          className="inline-block max-w-72 break-words py-0.5 font-semibold text-umber underline underline-offset-3"
        >
          {contact.email}
        </Link>
      </th>
      <td data-label="First Name" dir="auto" className="break-words sm:max-w-48">
        {contact.firstName}
      </td>
      <td data-label="Last Name" dir="auto" className="break-words sm:max-w-48">
        {contact.lastName}
      </td>
      <td data-label="Created On" className="whitespace-nowrap">
        {contact.createdOn}
      </td>
      <td data-label="Interest">
        <span className="flex flex-wrap gap-1.5 whitespace-nowrap">
          <Badge tone="info">{interestName(contact.interest)}</Badge>
          <AnswerBadge {...contact} />
        </span>
      </td>
      <td>
        <span className="-my-1.5 flex gap-4">
          <a href={`mailto:${contact.email}`} aria-label={`Email ${name}`} className="desk-quiet-button">
            Email
          </a>
          <Link
            to={`/admin/contacts/${contact.id}/delete${query}`}
            preventScrollReset
            aria-label={`Delete ${name}`}
            className="py-1.5 font-semibold text-danger underline underline-offset-3"
          >
            Delete
          </Link>
        </span>
      </td>
    </tr>
  )
}
