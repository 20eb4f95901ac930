import type { PageAsked } from '#app/lists/page-cursor'
import type { ContactFilters } from './contact-filters'
import { lookupOf } from './contact-match'
import { type Contact, cursorOf, listWholeContacts } from './list-contacts.server'
import { rowFilter } from './search-contacts.server'

/** Rows read at once, about 4 ms. */
const PORTION = 500

/**
 * The contacts that have the term and pass the filters, in the list's order, portion by portion and `atMost` in all;
 * the reader lets others be served in between. A portion may be empty: a search looks through every row.
 */
export function* contactsInPortions(filters: ContactFilters, atMost: number): Generator<Contact[]> {
  const isWanted = rowFilter(filters, lookupOf(filters.term))
  let asked: PageAsked | null = { from: 'start' }
  for (let left = atMost; asked && left > 0; ) {
    const { rows, last, goesOn }: Portion = portionOf(filters, asked)
    const wanted = rows.filter(isWanted).slice(0, left)
    left -= wanted.length
    yield wanted
    asked = last && goesOn ? { from: 'after', cursor: cursorOf(last) } : null
  }
}

type Portion = { rows: Contact[]; last: Contact | undefined; goesOn: boolean }

function portionOf(filters: ContactFilters, asked: PageAsked): Portion {
  const { rows, cursors } = listWholeContacts(filters, asked, PORTION)
  return { rows, last: rows.at(-1), goesOn: cursors.next !== null }
}
