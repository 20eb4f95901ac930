import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData, useNavigation, useSearchParams } from '@remix-run/react'
import { type Closed, closeMonth } from '#app/money/accounts/months.server'
import { now } from '#app/platform/clock.server'
import { showMonth } from '#app/platform/days'
import { showSigned } from '#app/platform/money'
import { counted } from '#app/platform/words'
import { readForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { NotSent, stayOnFailure, useLastActionData } from '#app/ui/admin/admin-form'
import {
  AdminHeading,
  AdminLink,
  AdminPanel,
  adminHead,
  EmptyState,
  ExportLink,
  StatCard,
  StatCards,
  SubmitButton,
} from '#app/ui/admin/admin-parts'
import { useMay } from '#app/ui/admin/admin-shell'
import { FilterLinks } from '#app/ui/admin/list-controls'
import { TextLink } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { type Books, booksPage, wrongMonth } from './books-page.server'
import {
  AccountsTable,
  DifferencesTable,
  DisputedTable,
  MoneyInTable,
  OwedTable,
  PayoutsTable,
} from './books-parts'
import { digestOfFile } from './journal-files.server'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see books')
  const month = new URL(request.url).searchParams.get('month')
  if (month === null) return { books: booksPage(), wrong: null }
  const wrong = wrongMonth(month)
  return wrong ? data({ books: null, wrong }, 404) : { books: booksPage(month), wrong }
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change books')
  const form = await readForm(request, ['month', 'digest'])
  const month = String(form.get('month'))
  if (wrongMonth(month)) throw redirect(`/admin/books?${new URLSearchParams({ month })}`)
  const outcome = closeMonth({ month, digest: String(form.get('digest')) }, staff, now(), digestOfFile)
  if ('refused' in outcome) return data({ refused: NOT_CLOSED[outcome.refused] }, { status: 409 })
  return redirectWithToast(`/admin/books?month=${month}`, {
    tone: 'success',
    title: 'Month closed',
    description: `The books of ${showMonth(month)} stay as they are now.`,
  })
}

const NOT_CLOSED: Record<Extract<Closed, { refused: string }>['refused'], string> = {
  'closed-already': 'This month is closed already. Its files stay as they were.',
  'not-over': 'This month is not over yet. Please close it once the next one has begun.',
  'not-its-turn': 'An earlier month is still open. Please close that one first.',
  changed: 'Something has changed since you opened this page. Nothing was closed: please look again.',
}

export const clientAction = stayOnFailure({ title: 'Failed to close the month' })

export const meta = () => adminHead('Month end')

export default function BooksPage() {
  const { books, wrong } = useLoaderData<typeof loader>()
  return books ? <MonthEnd books={books} /> : <NoBooks {...wrong} />
}

const NoBooks = ({ words, instead }: NonNullable<ReturnType<typeof wrongMonth>>) => (
  <>
    <AdminHeading title="Month end" />
    <EmptyState title="There are no books of that month">
      {words}
      <p className="mt-3">
        <AdminLink to={`/admin/books?month=${instead.month}`} tone="main">
          See {instead.name}
        </AdminLink>
      </p>
    </EmptyState>
  </>
)

function MonthEnd({ books }: { books: Books }) {
  const { month, name, months, moneyIn, fees, payouts, owed, onTheWayCents } = books
  return (
    <>
      <AdminHeading title="Month end" lead={`The books of ${name}. ${stateOf(books)}${waitingWords(books)}`}>
        <AdminLink to="/admin/payments">Payments</AdminLink>
      </AdminHeading>
      <FilterLinks
        links={months.map(({ month, name, isShown, isClosed }) => ({
          ...{ to: `?month=${month}`, isCurrent: isShown },
          label: isClosed ? `${name}, closed` : name,
        }))}
      />
      <StatCards>
        <StatCard label="Money in, less refunds" value={showSigned(moneyIn.netCents)} />
        <StatCard
          label="Stripe’s fees"
          value={showSigned(fees.cardCents)}
          note={fees.disputeCents === 0 ? 'By card' : `By card; disputes ${showSigned(fees.disputeCents)}`}
        />
        <StatCard
          label="Owed to guests"
          value={showSigned(owed.allCents)}
          note={`In journeys or money, at the end of ${name}`}
        />
        <StatCard
          label="On the way to the bank"
          value={showSigned(onTheWayCents)}
          note="Today, less fees, whatever month you look at"
        />
      </StatCards>
      <Files books={books} />
      <div className="mt-5 grid gap-5">
        <div className="grid items-start gap-5 lg:grid-cols-[7fr_6fr]">
          <AdminPanel title="Money in, by day and method">
            {moneyIn.days.length === 0 ? (
              <EmptyState title="No money moved">Choose another month above.</EmptyState>
            ) : (
              <MoneyInTable {...moneyIn} />
            )}
          </AdminPanel>
          <div className="grid min-w-0 gap-5">
            <AdminPanel title="Owed to guests">
              <OwedTable {...owed} />
            </AdminPanel>
            <WhatDiffers differences={books.differences} />
          </div>
        </div>
        <AdminPanel title="Payouts to the bank">
          {payouts.length === 0 ? (
            <EmptyState title="No payouts this month">
              They are fetched each night, once Stripe has sent them to the bank.
            </EmptyState>
          ) : (
            <>
              <p className="mb-3 text-admin-soft text-sm">
                Those that reach the bank in {name}: what was paid and went back some days before, less fees.
              </p>
              <PayoutsTable payouts={payouts} />
            </>
          )}
        </AdminPanel>
        {books.disputed.length > 0 && (
          <AdminPanel title="Disputed, held by Stripe">
            <p className="mb-3 text-sm">
              Stripe took these amounts at the end of {name} and holds them until the bank decides: won, they
              come back; lost, they leave the books. The fee of a dispute is in the fees.
            </p>
            <DisputedTable disputed={books.disputed} />
          </AdminPanel>
        )}
        <div className="grid items-start gap-5 xl:grid-cols-[1.7fr_1fr]">
          <AdminPanel title={`Accounts at the end of ${name}`}>
            <p className="mb-3 text-admin-soft text-sm">
              All since the books began in {books.since}, revenue and costs too. The journal has {name} alone.
            </p>
            <AccountsTable accounts={books.accounts} />
          </AdminPanel>
          <ClosePanel key={month} books={books} />
        </div>
      </div>
    </>
  )
}

const WhatDiffers = ({ differences }: Pick<Books, 'differences'>) => (
  <AdminPanel title="What differs from Stripe">
    <p className="text-admin-soft text-sm">
      {differences.length === 0
        ? 'Nothing differs, of any month up to yesterday: the ledger and Stripe say the same.'
        : 'Of every month up to yesterday, not of this one alone.'}
    </p>
    {differences.length > 0 && (
      <div className="mt-3">
        <DifferencesTable differences={differences} />
      </div>
    )}
  </AdminPanel>
)

function stateOf({ closed, isOver }: Books): string {
  if (closed) return `Closed by ${closed.by} on ${closed.at}.`
  return isOver ? 'Still open.' : 'Still running.'
}

/** Said where more than the month shown waits. */
const waitingWords = ({ waiting, closed }: Books): string =>
  waiting > (closed ? 0 : 1) ? ` ${counted(waiting, 'month')} can be closed by now.` : ''

const Files = ({ books: { month, entries, xeroParts } }: { books: Books }) => (
  <>
    <p className="admin-no-print flex flex-wrap items-center gap-3">
      <ExportLink of="journal" query={{ month }} />
      <ExportLink of="journal-quickbooks" query={{ month }} />
      {xeroParts < 2 ? (
        <ExportLink of="journal-xero" query={{ month }} />
      ) : (
        Array.from({ length: xeroParts }, (_, index) => String(index + 1)).map((part) => (
          <ExportLink key={part} of="journal-xero" query={{ month, part }}>
            {`For Xero, part ${part} of ${xeroParts}`}
          </ExportLink>
        ))
      )}
      <span className="text-admin-soft text-xs">
        {counted(entries, 'entry', 'entries')} in the journal; the files for QuickBooks and Xero have one a
        day
      </span>
    </p>
    <details className="admin-no-print mt-2 text-sm">
      <summary className="cursor-pointer text-xs">Before the first import</summary>
      <ul className="mt-2 grid max-w-prose list-disc gap-1 pl-5">
        <li>
          Add the accounts at the end of this page to your program: QuickBooks knows them by name, Xero by
          number.
        </li>
        <li>
          Make “Bank” and “Balances due from guests” accounts of the kind “current asset”. Xero takes no bank
          account or accounts receivable in a journal, and QuickBooks asks for a customer’s name there. Match
          “Bank” with the statement by a transfer.
        </li>
        <li>QuickBooks: turn account numbers off while you import, and choose dates as month, day, year.</li>
        <li>Xero: the tax rate is called “Tax Exempt”. Journals arrive as drafts: post them there.</li>
      </ul>
    </details>
  </>
)

/** What closing means, and its button; of a closed month, what proves its file. */
function ClosePanel({ books }: { books: Books }) {
  const { month, name, closed, isOver, isNext, toClose, digest, differences } = books
  const [query] = useSearchParams()
  const answer = useLastActionData<typeof action>()
  const busy = useNavigation().formMethod === 'POST'
  const mayClose = useMay()('change books')
  const refused = answer && 'refused' in answer ? answer.refused : undefined
  const checksum = (
    <p className="wrap-anywhere text-admin-soft text-xs">Checksum (SHA-256) of the journal’s CSV: {digest}</p>
  )
  if (closed)
    return (
      <AdminPanel title={`${name} is closed`}>
        <p className="mb-2 text-sm">
          Its files stay the same, byte for byte. What turns out later is posted as a correction on the first
          day of the next open month.
        </p>
        {checksum}
      </AdminPanel>
    )
  return (
    <AdminPanel title={`Close ${name}`}>
      <p className="mb-3 text-sm">
        Once closed, the journal of this month stays as it is now, for good. What turns out later, such as a
        check that was entered late, is posted as a correction on the first day of the next month.
      </p>
      {!isOver && <p className="text-sm">{NOT_CLOSED['not-over']}</p>}
      {isOver && !isNext && (
        <p className="text-sm">
          {toClose ? (
            <>
              <TextLink to={`?month=${toClose}`}>{showMonth(toClose)}</TextLink> is still open: please close
              it first.
            </>
          ) : (
            'No money has moved yet.'
          )}
        </p>
      )}
      {isOver && isNext && mayClose && !query.has('close') && (
        <AdminLink to={`?month=${month}&close#close`}>Close {name}…</AdminLink>
      )}
      {isOver && isNext && mayClose && query.has('close') && (
        <Form method="post" action={`/admin/books?month=${month}&close`} preventScrollReset id="close">
          <Notice tone="wait" title="This cannot be undone" className="mb-4">
            {differences.length === 0
              ? 'The ledger and Stripe say the same.'
              : `${counted(differences.length, 'amount')} above differ from Stripe: look at them first, or let a correction follow.`}
          </Notice>
          <input type="hidden" name="month" value={month} />
          <input type="hidden" name="digest" value={digest} />
          <NotSent refused={refused} className="mb-3" />
          <SubmitButton busy={busy} label={`Close ${name}`} busyLabel="Closing..." className="mb-3 w-fit" />
          {checksum}
        </Form>
      )}
    </AdminPanel>
  )
}
