import type { Right } from './rights'

// The route map reads this file by itself: it imports nothing but types.

type Export = {
  /** Who may take it. */
  right: Right
  /** What answers it, in app/routes/admin: a loader made by `exportOf`. */
  module: string
  /** Its entry in the audit log, and how that reads, before what was taken. */
  event: `${string}-exported`
  did: string
  label: string
  /** Of all there is, whatever its page was narrowed to. */
  isWhole?: true
  /** The page in whose heading its link is the last; on others the page has an `ExportLink` where it fits. */
  on?: `/admin/${string}`
}

/**
 * The files that staff take from a list, by the name in their address: `/admin/contacts.csv`. Address, right,
 * link and entry in the audit log come from here; columns and rows stand in its module.
 */
export const EXPORTS = {
  contacts: {
    right: 'see inquiries',
    module: 'contacts/export.ts',
    event: 'contacts-exported',
    did: 'exported the contacts',
    label: 'Export CSV',
  },
  bookings: {
    right: 'see bookings',
    module: 'bookings/export.ts',
    event: 'bookings-exported',
    did: 'exported the bookings',
    label: 'Export CSV',
    on: '/admin/bookings',
  },
  payments: {
    right: 'see money',
    module: 'bookings/export-payments.ts',
    event: 'payments-exported',
    did: 'exported the payments',
    label: 'Export CSV',
  },
  manifest: {
    right: 'see journey',
    module: 'manifest/export.ts',
    event: 'manifest-exported',
    did: 'exported the manifest of',
    label: 'Export CSV',
  },
  subscribers: {
    right: 'see newsletter',
    module: 'campaigns/export.ts',
    event: 'subscribers-exported',
    did: 'exported the subscribers',
    label: 'Export subscribers',
    isWhole: true,
    on: '/admin/subscribers',
  },
} as const satisfies Record<string, Export>

export type ExportName = keyof typeof EXPORTS

const exportNames = Object.keys(EXPORTS) as ExportName[]

/** Those whose link stands in the heading of a page. */
export const exportsOn = (page: string): ExportName[] =>
  exportNames.filter((name) => (EXPORTS[name] as Export).on === page)

// How much one file holds that staff export: the answer is made in memory.

/** About 15 MB of movements of money. */
export const MOVEMENTS_A_FILE = 50_000

/** About 25 MB of addresses. */
export const SUBSCRIBERS_A_FILE = 200_000

/** About 25 MB of contacts with usual messages. */
export const CONTACTS_A_FILE = 50_000
