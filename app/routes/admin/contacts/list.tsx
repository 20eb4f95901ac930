import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData, useLocation } from '@remix-run/react'
import { caughtCount } from '#app/people/caught-messages.server'
import { CONTACT, filtersSet, LISTED, readContactFilters, WAITING_PATH } from '#app/people/contact-fields'
import { contactFigures } from '#app/people/contact-figures.server'
import { WAITING_COUNTED, waitingCounts } from '#app/people/list-contacts.server'
import { isReplyLate, REPLY_HOURS } from '#app/people/reply-promise'
import { findContacts } from '#app/people/search-contacts.server'
import { subscribersInWords } from '#app/people/subscriber-words'
import { businessDay, now } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { requestedPage } from '#app/platform/lists/page-cursor'
import { called, type Field, shownIn } from '#app/platform/typed/fields'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { CONTACTS_A_FILE } from '#app/staff/exports'
import {
  AdminHeading,
  AdminLink,
  AdminRow,
  AdminTable,
  adminHead,
  EmptyState,
  ExportLink,
  StatCard,
  StatCards,
} from '#app/ui/admin/admin-parts'
import { Pager } from '#app/ui/admin/list-controls'
import { AnswerBadge, Badge } from '#app/ui/badge'
import { Link } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { ContactSearch } from './contact-search'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see inquiries')
  const query = new URL(request.url).searchParams
  const filters = readContactFilters(query)
  const { rows, cursors } = await contactsOf(filters, requestedPage(query), request.signal)
  const at = now()
  const figures = await contactFigures(at)
  const waiting = waitingCounts(at)
  return {
    figures,
    waiting,
    countedTo: WAITING_COUNTED,
    caught: caughtCount(),
    total: totalOf(filters, figures.totalContacts, waiting.waiting),
    filters,
    contacts: rows.map((contact) => ({
      ...{ id: contact.id, email: contact.email, name: `${contact.firstName} ${contact.lastName}` },
      cells: LISTED.map((name) => wordsOf(CONTACT[name], contact[name])),
      isAnswered: contact.answeredAt !== null,
      isLate: isReplyLate(contact, at),
    })),
    cursors,
  }
}

const wordsOf = (field: Field, value: string | Date): string =>
  value instanceof Date ? showDay(businessDay(value)) : shownIn(field, value)

type Filters = ReturnType<typeof readContactFilters>

/** The length of the list where it is counted; what a search finds is not. */
function totalOf(filters: Filters, all: number, waiting: number): number | undefined {
  if (filters.term !== '' || filtersSet({ ...filters, isWaiting: false }) > 0) return undefined
  if (!filters.isWaiting) return all
  return waiting < WAITING_COUNTED ? waiting : undefined
}

/** A page whose last contact was deleted gives way to the nearest one. */
async function contactsOf(
  ...[filters, asked, signal]: Parameters<typeof findContacts>
): ReturnType<typeof findContacts> {
  const page = await findContacts(filters, asked, signal)
  if (page.rows.length > 0 || !('cursor' in asked)) return page
  return contactsOf(filters, { from: asked.from === 'after' ? 'end' : 'start' }, signal)
}

export const meta = () => adminHead('Contacts')

export default function ContactsPage() {
  const { figures, waiting, countedTo, caught, total, filters, contacts, cursors } =
    useLoaderData<typeof loader>()
  return (
    <>
      <AdminHeading title="Contacts">
        <AdminLink to="/admin/campaigns/new" tone="main">
          CREATE CAMPAIGN
        </AdminLink>
        <AdminLink to="/admin/subscribers/add">ADD SUBSCRIBERS</AdminLink>
      </AdminHeading>
      <Outlet />
      <ContactFigureCards figures={figures} />
      <WaitingLine {...waiting} atMost={countedTo} areShown={filters.isWaiting} />
      <ContactSearch
        filters={filters}
        shown={contacts.length}
        hasMore={!!(cursors.next ?? cursors.previous)}
      />
      <ContactTable contacts={contacts} filters={filters} />
      <Pager cursors={cursors} label="Pages of contacts" shown={contacts.length} total={total} />
      <p className="admin-no-print mt-5 flex flex-wrap gap-x-5 gap-y-1 text-xs">
        <ExportLink of="contacts" className="admin-quiet-button" />
        <Link to="/admin/campaigns" className="admin-quiet-button">
          Campaigns
        </Link>
        <Link to="/admin/people" className="admin-quiet-button">
          Find a person
        </Link>
        {caught > 0 && (
          <Link to="/admin/contacts/caught" className="admin-quiet-button">
            Caught as spam ({caught})
          </Link>
        )}
      </p>
      {figures.totalContacts > CONTACTS_A_FILE && (
        <p className="admin-no-print text-admin-soft text-xs">
          A file holds at most {CONTACTS_A_FILE.toLocaleString('en-US')} contacts, in the order of this list.
          Filter by dates to get the others.
        </p>
      )}
    </>
  )
}

const COLUMNS = [
  ...LISTED.map((name) => called(CONTACT[name])),
  { label: 'Reply', to: WAITING_PATH },
  { label: 'Actions', hidden: true },
]

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>
type ShownContact = Loaded['contacts'][number]

/** The contacts of one page, or what the list says while it has none. */
function ContactTable({ contacts, filters }: Pick<Loaded, 'contacts' | 'filters'>) {
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
    <AdminTable caption="Contacts" brief columns={COLUMNS}>
      {contacts.map((contact) => (
        <ContactRow key={contact.id} contact={contact} query={search} />
      ))}
    </AdminTable>
  )
}

/**
 * On a phone two lines: who wrote and when, of what, and whether they wait. The contact's own page, which the
 * name opens, has the rest, also how to delete it.
 */
function ContactRow({ contact, query }: { contact: ShownContact; query: string }) {
  const { id, email, name, cells } = contact
  const here = `/admin/contacts/${id}${query}`
  return (
    <AdminRow>
      {LISTED.map((field, place) => {
        const words = cells[place]
        switch (field) {
          case 'email':
            return (
              <td key={field} className="break-words max-sm:hidden">
                <a href={`mailto:${email}`} className="text-umber underline underline-offset-3">
                  {words}
                </a>
              </td>
            )
          case 'firstName':
            return (
              <th key={field} scope="row" dir="auto" className="break-words sm:max-w-48">
                <Link to={here} className="font-semibold text-umber underline underline-offset-3">
                  {words}
                  <span className="sm:sr-only"> {name.slice(words?.length).trim()}</span>
                </Link>
              </th>
            )
          case 'lastName':
            return (
              <td key={field} dir="auto" className="break-words max-sm:hidden sm:max-w-48">
                {words}
              </td>
            )
          default:
            return (
              <td key={field} className={`whitespace-nowrap ${field === 'createdAt' ? 'row-end' : ''}`}>
                {words && 'of' in CONTACT[field] ? <Badge tone="info">{words}</Badge> : words}
              </td>
            )
        }
      })}
      <td className="row-last whitespace-nowrap">
        <AnswerBadge {...contact} />
      </td>
      <td className="max-sm:hidden">
        <span className="-my-1.5 flex gap-4">
          <a href={`mailto:${email}`} aria-label={`Email ${name}`} className="admin-quiet-button">
            Email
          </a>
          <Link
            to={`/admin/contacts/${id}/delete${query}`}
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

type WaitingLineProps = Loaded['waiting'] & {
  /** Counting goes no further. */
  atMost: number
  /** The list shows them already. */
  areShown: boolean
}

/** How many wait for an answer, highlighted once one waits longer than promised, with a link to them. */
function WaitingLine({ waiting, late, atMost, areShown }: WaitingLineProps) {
  if (waiting === 0) return null
  // One link or the other: were there none, all below would move up as the filter is set.
  const all = (
    <Link to={areShown ? '/admin/contacts' : WAITING_PATH} className="admin-quiet-button whitespace-nowrap">
      {areShown ? 'Show everyone' : 'Show who is waiting'}
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
  if (count === 1) return '1 person has been waiting'
  return `${count.toLocaleString('en-US')}${count >= atMost ? ' or more' : ''} people have been waiting`
}

/**
 * The stat cards (rules 6.10). Growth compares the last seven days, today included, with the seven before.
 */
const ContactFigureCards = ({ figures }: Pick<Loaded, 'figures'>) => (
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
