import { Form, useNavigation } from '@remix-run/react'
import {
  type ContactFilters,
  contactQuery,
  filtersSet,
  orderSet,
  TERM_AT_MOST,
  WAITING,
} from '#app/people/contact-filters'
import { INTERESTS } from '#app/people/inquiry-fields'
import { ClearLink } from '#app/ui/desk/clear-link'
import { deskButton } from '#app/ui/desk/desk-button'
import { Link } from '#app/ui/link'
import { SelectField } from '#app/ui/select-field'
import { TextField } from '#app/ui/text-field'
import { useSearchAsTyped } from './use-search-as-typed'

type Props = { filters: ContactFilters; shown: number; hasMore: boolean }

/** Search, Filter and Created On: a form of the GET kind; scripts search while one types. */
export function ContactSearch({ filters, shown, hasMore }: Props) {
  const search = useSearchAsTyped(filters.term)
  const navigation = useNavigation()
  const isSearching = navigation.state === 'loading' && navigation.location.pathname === '/admin/contacts'
  const order = orderSet(filters)
  const set = filtersSet(filters)
  const filterKey = contactQuery({ ...filters, term: '' }).toString()
  const narrowed = filters.term !== '' || set > 0
  return (
    <Form method="get" action="/admin/contacts" role="search" {...search.form} className="desk-no-print mb-4">
      {order && <input type="hidden" name="order" value={order} />}
      <div className="flex flex-wrap items-end gap-2.5">
        <TextField
          {...search.field}
          name="q"
          type="search"
          label="Search contacts"
          placeholder="Name, email, phone or interest"
          autoComplete="off"
          maxLength={TERM_AT_MOST}
          defaultValue={filters.term}
          className="min-w-0 flex-[1_1_16rem]"
        />
        <button type="submit" className={deskButton('plain', 'min-h-12.5')}>
          Search
        </button>
        <FilterButton key={`button ${filterKey}`} set={set} />
        <CreatedOn filters={filters} />
        <FilterFields key={`fields ${filterKey}`} filters={filters} set={set} />
      </div>
      <p role="status" className="mt-2 min-h-5 text-2xs text-desk-soft">
        {isSearching ? 'Searching...' : narrowed && toldAs(shown, hasMore)}
      </p>
    </Form>
  )
}

const toldAs = (shown: number, hasMore: boolean) => {
  if (hasMore) return `${shown} contacts on this page`
  return shown === 1 ? '1 contact found' : `${shown} contacts found`
}

/** Opens the fields, which stand in a row of their own: so the button stays where it is (and works without scripts). */
const FilterButton = ({ set }: { set: number }) => (
  <details open={set > 0} className="peer">
    <summary
      aria-controls={FIELDS}
      className={deskButton('plain', 'min-h-12.5 min-w-24 cursor-pointer list-none')}
    >
      Filter{set > 0 && ` (${set})`}
    </summary>
  </details>
)

const FIELDS = 'contact-filter'

function FilterFields({ filters, set }: { filters: ContactFilters; set: number }) {
  const cleared = contactQuery({
    ...filters,
    interest: null,
    from: null,
    to: null,
    isWaiting: false,
    order: orderSet(filters) ?? 'newest',
  })
  return (
    <div
      id={FIELDS}
      className="hidden basis-full items-end gap-3 rounded-field border border-desk-line bg-white p-4 peer-open:grid sm:grid-cols-2 lg:grid-cols-[1.35fr_1fr_1fr_1fr_auto]"
    >
      <SelectField name="interest" label="Interest" defaultValue={filters.interest ?? ''}>
        <option value="">All interests</option>
        {Object.entries(INTERESTS).map(([interest, label]) => (
          <option key={interest} value={interest}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField name="answer" label="Answer" defaultValue={filters.isWaiting ? WAITING : ''}>
        <option value="">All</option>
        <option value={WAITING}>Unanswered</option>
      </SelectField>
      <TextField name="from" type="date" label="From" defaultValue={filters.from ?? ''} />
      <TextField name="to" type="date" label="To" defaultValue={filters.to ?? ''} />
      <div className="flex flex-wrap gap-2.5">
        <button type="submit" className={deskButton('plain', 'min-h-12.5')}>
          Apply filter
        </button>
        <ClearLink to={set > 0 ? `/admin/contacts?${cleared}` : null}>Clear</ClearLink>
      </div>
    </div>
  )
}

/** Says the list's order, and turns it round. */
function CreatedOn({ filters }: { filters: ContactFilters }) {
  const isNewest = filters.order === 'newest'
  const turned = contactQuery({ ...filters, order: isNewest ? 'oldest' : 'newest' })
  return (
    <Link
      to={`/admin/contacts?${turned}`}
      preventScrollReset
      aria-label={`Created On (${isNewest ? 'Latest' : 'Oldest'}): show the ${isNewest ? 'oldest' : 'latest'} first`}
      className={deskButton('plain', 'min-h-12.5')}
    >
      Created On ({isNewest ? 'Latest' : 'Oldest'})
    </Link>
  )
}
