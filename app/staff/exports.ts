import type { Right } from './rights'

// The route map reads this file by itself: it imports nothing but types.

type Export = {
  /** Who may take it. */
  right: Right
  /** What answers it, in app/routes/admin: a loader made by `exportOf`. */
  module: string
  /** Its event in the audit log, and how that reads before the subject. */
  event: `${string}-exported`
  did: string
  label: string
  /** Always the whole list, however its page is filtered. */
  isWhole?: true
  /** The page whose heading ends with its link; other pages place an `ExportLink`. */
  on?: `/admin/${string}`
}

/**
 * The files that staff export, by the name in their address: `/admin/contacts.csv`. Route, right, link and
 * audit event come from here; columns and rows from its module.
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
  journal: {
    right: 'see books',
    module: 'books/export-journal.ts',
    event: 'journal-exported',
    did: 'exported as CSV',
    label: 'Journal as CSV',
  },
  'journal-quickbooks': {
    right: 'see books',
    module: 'books/export-journal.ts',
    event: 'journal-quickbooks-exported',
    did: 'exported for QuickBooks',
    label: 'For QuickBooks Online',
  },
  'journal-xero': {
    right: 'see books',
    module: 'books/export-journal.ts',
    event: 'journal-xero-exported',
    did: 'exported for Xero',
    label: 'For Xero',
  },
  'leader-rewards': {
    right: 'see leaders',
    module: 'leaders/export.ts',
    event: 'leader-rewards-exported',
    did: 'exported the rewards of',
    label: 'Rewards as CSV',
    isWhole: true,
    on: '/admin/leaders',
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

// The most rows of a file: the response is made in memory.

/** About 15 MB of movements of money. */
export const MOVEMENTS_A_FILE = 50_000

/** About 25 MB of addresses. */
export const SUBSCRIBERS_A_FILE = 200_000

/** About 25 MB of contacts with usual messages. */
export const CONTACTS_A_FILE = 50_000
