import { Form, useLocation, useNavigation } from '@remix-run/react'
import type { ContactFigures } from '#app/people/contact-figures.server'
import { type ContactFilters, filtersSet, WAITING_PATH } from '#app/people/contact-filters'
import { interestName } from '#app/people/people-fields'
import { REPLY_HOURS } from '#app/people/reply-promise'
import { subscribersInWords } from '#app/people/subscriber-words'
import type { WaitingCounts } from '#app/people/waiting-contacts.server'
import { AdminRow, AdminTable, adminButton, EmptyState, StatCard, StatCards } from '#app/ui/admin/admin-parts'
import { AnswerBadge, Badge } from '#app/ui/badge'
import { Link } from '#app/ui/link'
import { Notice } from '#app/ui/notice'

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

const COLUMNS = [
  'Email',
  'First Name',
  'Last Name',
  'Created On',
  'Interest',
  { label: 'Reply', to: WAITING_PATH },
  { label: 'Actions', hidden: true },
]

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
    <AdminTable caption="Contacts" columns={COLUMNS}>
      {contacts.map((contact) => (
        <ContactRow key={contact.id} contact={contact} query={search} />
      ))}
    </AdminTable>
  )
}

function ContactRow({ contact, query }: { contact: ShownContact; query: string }) {
  const name = `${contact.firstName} ${contact.lastName}`
  const here = `/admin/contacts/${contact.id}${query}`
  return (
    <AdminRow>
      <td className="break-words">
        <a href={`mailto:${contact.email}`} className="text-umber underline underline-offset-3">
          {contact.email}
        </a>
      </td>
      <th scope="row" dir="auto" className="break-words sm:max-w-48">
        <Link to={here} className="font-semibold text-umber underline underline-offset-3">
          {contact.firstName}
          <span className="sm:sr-only"> {contact.lastName}</span>
        </Link>
      </th>
      <td dir="auto" className="break-words max-sm:hidden! sm:max-w-48">
        <Link to={here} tabIndex={-1} className="font-semibold text-umber underline underline-offset-3">
          {contact.lastName}
        </Link>
      </td>
      <td className="whitespace-nowrap">{contact.createdOn}</td>
      <td className="whitespace-nowrap">
        <Badge tone="info">{interestName(contact.interest)}</Badge>
      </td>
      <td className="whitespace-nowrap">
        <AnswerBadge {...contact} />
      </td>
      <td>
        <span className="-my-1.5 flex gap-4">
          <a href={`mailto:${contact.email}`} aria-label={`Email ${name}`} className="admin-quiet-button">
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
    </AdminRow>
  )
}

type AnsweredFormProps = { answeredAt: string | null; replyDueAt: string }

/** Whether the contact was answered, and the button that says otherwise. */
export function AnsweredForm({ answeredAt, replyDueAt }: AnsweredFormProps) {
  const isSaving = useNavigation().formData?.has('answered') ?? false
  const label = answeredAt ? 'Mark as not answered' : 'Mark as answered'
  return (
    <Form
      method="post"
      preventScrollReset
      className="mt-4 flex flex-wrap items-center justify-between gap-3 border-admin-line border-t pt-4"
    >
      <p className="text-sm">
        {answeredAt
          ? `Answered on ${answeredAt}`
          : `Not answered yet. A reply was promised by ${replyDueAt}.`}
      </p>
      <button
        type="submit"
        name="answered"
        value={answeredAt ? 'no' : 'yes'}
        aria-busy={isSaving}
        className={adminButton('plain')}
      >
        {isSaving ? 'Saving...' : label}
      </button>
    </Form>
  )
}

type WaitingLineProps = WaitingCounts & {
  /** Counting goes no further. */
  atMost: number
  /** The list shows them already. */
  areShown: boolean
}

/** How many wait for an answer, loud once one of them waits longer than was promised, and the way to them. */
export function WaitingLine({ waiting, late, atMost, areShown }: WaitingLineProps) {
  if (waiting === 0) return null
  // One link or the other: were there none, all below would move up as the filter is set.
  const all = (
    <Link to={areShown ? '/admin/contacts' : WAITING_PATH} className="admin-quiet-button whitespace-nowrap">
      {areShown ? 'Show everybody' : 'Show who waits'}
    </Link>
  )
  if (late === 0) {
    return (
      <p className="admin-no-print mb-4 text-sm">
        {people(waiting, atMost)} for an answer, none longer than {REPLY_HOURS} hours. {all}
      </p>
    )
  }
  return (
    <Notice
      tone="danger"
      title={`${people(late, atMost)} longer than ${REPLY_HOURS} hours for an answer`}
      className="admin-no-print mb-5"
    >
      {waiting > late && `${people(waiting, atMost)} in all. `}
      We promise a reply within {REPLY_HOURS} hours. {all}
    </Notice>
  )
}

const people = (count: number, atMost: number) => {
  if (count === 1) return '1 person waits'
  return `${count.toLocaleString('en-US')}${count >= atMost ? ' or more' : ''} people wait`
}

/**
 * The stat cards (rules 6.10); growth compares today and the six days before with the seven days before
 * those.
 */
export const ContactFigureCards = ({ figures }: { figures: ContactFigures }) => (
  <StatCards>
    <StatCard label="Total Contacts" value={figures.totalContacts} />
    <StatCard label="Subscribers" value={figures.subscribers} note={subscribersInWords(figures)} />
    <StatCard label="Customers" value={figures.customers} note="With a paid booking" />
    <StatCard
      label="Week over week"
      value={`${figures.growth > 0 ? '+' : ''}${figures.growth.toFixed(1)}%`}
      note={`${figures.thisWeek.toLocaleString('en-US')} new in 7 days, ${figures.lastWeek.toLocaleString('en-US')} in the 7 before`}
    />
  </StatCards>
)
