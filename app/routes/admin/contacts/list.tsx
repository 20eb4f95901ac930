import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { contactFigures } from '#app/people/contact-figures.server'
import {
  type ContactFilters,
  contactQuery,
  filtersSet,
  readContactFilters,
} from '#app/people/contact-filters'
import type { PageOfContacts } from '#app/people/list-contacts.server'
import { isReplyLate } from '#app/people/reply-promise'
import { findContacts } from '#app/people/search-contacts.server'
import { WAITING_COUNTED, waitingCounts } from '#app/people/waiting-contacts.server'
import { businessDay, now } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { type PageAsked, pageAsked } from '#app/platform/lists/page-cursor'
import { CONTACTS_A_FILE } from '#app/routes/admin/admin-form'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { AdminHeading, adminButton, adminHead } from '#app/ui/admin/admin-parts'
import { Pager } from '#app/ui/admin/list-controls'
import { Link } from '#app/ui/link'
import { ContactFigureCards, ContactTable, WaitingLine } from './contact-parts'
import { ContactSearch } from './contact-search'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see inquiries')
  const query = new URL(request.url).searchParams
  const filters = readContactFilters(query)
  const { rows, cursors } = await contactsOf(filters, pageAsked(query), request.signal)
  const at = now()
  const figures = await contactFigures(at)
  const waiting = waitingCounts(at)
  return {
    figures,
    waiting,
    countedTo: WAITING_COUNTED,
    total: totalOf(filters, figures.totalContacts, waiting.waiting),
    filters,
    contacts: rows.map(({ answeredAt, createdAt, ...contact }) => ({
      ...contact,
      isAnswered: answeredAt !== null,
      isLate: isReplyLate({ answeredAt, createdAt }, at),
      createdOn: showDay(businessDay(createdAt)),
    })),
    cursors,
  }
}

/** How many the list has in all, where that is counted; nobody counts what a search finds. */
function totalOf(filters: ContactFilters, all: number, waiting: number): number | undefined {
  if (filters.term !== '' || filtersSet({ ...filters, isWaiting: false }) > 0) return undefined
  if (!filters.isWaiting) return all
  return waiting < WAITING_COUNTED ? waiting : undefined
}

/** A page whose last contact was deleted gives way to the nearest one. */
async function contactsOf(
  filters: ContactFilters,
  asked: PageAsked,
  signal: AbortSignal,
): Promise<PageOfContacts> {
  const page = await findContacts(filters, asked, signal)
  if (page.rows.length > 0 || !('cursor' in asked)) return page
  return contactsOf(filters, { from: asked.from === 'after' ? 'end' : 'start' }, signal)
}

export const meta: MetaFunction = () => adminHead('Contacts')

export default function ContactsPage() {
  const { figures, waiting, countedTo, total, filters, contacts, cursors } = useLoaderData<typeof loader>()
  const query = contactQuery(filters).toString()
  return (
    <>
      <AdminHeading title="Contacts">
        <Link to="/admin/campaigns/new" className={adminButton('main')}>
          CREATE CAMPAIGN
        </Link>
        <Link to="/admin/subscribers/add" className={adminButton('plain')}>
          ADD SUBSCRIBERS
        </Link>
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
        <a href={`/admin/contacts.csv${query && `?${query}`}`} download className="admin-quiet-button">
          Export CSV
        </a>
        <Link to="/admin/campaigns" className="admin-quiet-button">
          Campaigns
        </Link>
        <Link to="/admin/people" className="admin-quiet-button">
          Find a person
        </Link>
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
