import { Form, useLocation, useNavigate, useNavigation, useNavigationType } from '@remix-run/react'
import { type FormEvent, useEffect, useId, useRef } from 'react'
import {
  CONTACT,
  type ContactFilters,
  contactQuery,
  FILTERED,
  filtersSet,
  orderSet,
  readContactFilters,
  TERM_AT_MOST,
  WAITING,
} from '#app/people/contact-fields'
import { AdminLink, adminButton } from '#app/ui/admin/admin-parts'
import { ClearLink, FilterButton, useSearchAsTyped } from '#app/ui/admin/list-controls'
import { SelectField, TextField } from '#app/ui/field'

/**
 * Searches as one types, in place of the current history entry. `term` is what the list shows: the field
 * follows it after Back or a link, never after our own search, for the user may have typed on.
 */
function useContactSearch(term: string) {
  const navigate = useNavigate()
  const fieldId = useId()
  const isOurs = useNavigationType() === 'REPLACE'
  const { key } = useLocation()
  const shown = useRef(key)

  useEffect(() => {
    const field = document.getElementById(fieldId)
    if (key !== shown.current && !isOurs && field instanceof HTMLInputElement) field.value = term
    shown.current = key
  }, [key, isOurs, term, fieldId])

  const search = (form: HTMLFormElement) => {
    const filled = [...new FormData(form)].filter((field): field is [string, string] => !!field[1])
    const query = new URLSearchParams(filled)
    navigate(`/admin/contacts?${query}`, { replace: true, preventScrollReset: true })
  }

  const { stop, typed } = useSearchAsTyped(search)

  return {
    form: {
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        stop()
        search(event.currentTarget)
      },
    },
    field: { id: fieldId, onInput: typed },
  }
}

type Props = { filters: ContactFilters; shown: number; hasMore: boolean }

/** Search, Filter and Created On: a GET form; scripts search while one types. */
export function ContactSearch({ filters, shown, hasMore }: Props) {
  const search = useContactSearch(filters.term)
  const navigation = useNavigation()
  const isSearching = navigation.state === 'loading' && navigation.location.pathname === '/admin/contacts'
  const order = orderSet(filters)
  const set = filtersSet(filters)
  const filterKey = contactQuery({ ...filters, term: '' }).toString()
  const narrowed = filters.term !== '' || set > 0
  return (
    <Form
      method="get"
      action="/admin/contacts"
      role="search"
      {...search.form}
      className="admin-no-print mb-4"
    >
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
        <button type="submit" className={adminButton('plain', 'min-h-12.5')}>
          Search
        </button>
        <FilterButton key={`button ${filterKey}`} fields={FIELDS} set={set} />
        <CreatedOn filters={filters} />
        <FilterFields key={`fields ${filterKey}`} filters={filters} set={set} />
      </div>
      <p role="status" className="mt-2 min-h-5 text-2xs text-admin-soft">
        {isSearching ? 'Searching...' : narrowed && resultsInWords(shown, hasMore)}
      </p>
    </Form>
  )
}

const resultsInWords = (shown: number, hasMore: boolean) => {
  if (hasMore) return `${shown} contacts on this page`
  return shown === 1 ? '1 contact found' : `${shown} contacts found`
}

const FIELDS = 'contact-filter'

function FilterFields({ filters, set }: { filters: ContactFilters; set: number }) {
  const kept = new URLSearchParams({ q: filters.term, order: orderSet(filters) ?? '' })
  const cleared = contactQuery(readContactFilters(kept))
  return (
    <div
      id={FIELDS}
      className="hidden basis-full items-end gap-3 rounded-field border border-admin-line bg-white p-4 peer-open:grid sm:grid-cols-2 lg:grid-cols-[1.35fr_1fr_1fr_1fr_auto]"
    >
      {FILTERED.map((name) => (
        <SelectField key={name} name={name} label={CONTACT[name].label} defaultValue={filters[name] ?? ''}>
          <option value="">{CONTACT[name].filteredFrom}</option>
          {Object.entries(CONTACT[name].of).map(([choice, label]) => (
            <option key={choice} value={choice}>
              {label}
            </option>
          ))}
        </SelectField>
      ))}
      <SelectField name="answer" label="Answer" defaultValue={filters.isWaiting ? WAITING : ''}>
        <option value="">All</option>
        <option value={WAITING}>Unanswered</option>
      </SelectField>
      <TextField name="from" type="date" label="From" defaultValue={filters.from ?? ''} />
      <TextField name="to" type="date" label="To" defaultValue={filters.to ?? ''} />
      <div className="flex flex-wrap gap-2.5">
        <button type="submit" className={adminButton('plain', 'min-h-12.5')}>
          Apply filter
        </button>
        <ClearLink to={set > 0 ? `/admin/contacts?${cleared}` : null}>Clear</ClearLink>
      </div>
    </div>
  )
}

function CreatedOn({ filters }: { filters: ContactFilters }) {
  const isNewest = filters.order === 'newest'
  const turned = contactQuery({ ...filters, order: isNewest ? 'oldest' : 'newest' })
  return (
    <AdminLink
      to={`/admin/contacts?${turned}`}
      preventScrollReset
      aria-label={`Created On (${isNewest ? 'Latest' : 'Oldest'}): show the ${isNewest ? 'oldest' : 'latest'} first`}
      className="min-h-12.5"
    >
      Created On ({isNewest ? 'Latest' : 'Oldest'})
    </AdminLink>
  )
}
