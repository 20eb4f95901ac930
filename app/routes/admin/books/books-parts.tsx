import { ACCOUNTS } from '#app/money/accounts/journal'
import { type Cents, cents, showSigned } from '#app/platform/money'
import { counted } from '#app/platform/words'
import { AdminRow, AdminTable, numbers, RestOfList } from '#app/ui/admin/admin-parts'
import { BookingLink } from '#app/ui/admin/admin-shell'
import { Badge } from '#app/ui/badge'
import { Link } from '#app/ui/link'
import type { Books } from './books-page.server'

/** A booking, or that there is none. */
const Of = ({ reference }: { reference: string | null }) =>
  reference === null ? <>No booking</> : <BookingLink reference={reference} />

/** A cell that says nothing is left out of a row's card on a phone. */
const NOTHING = 'max-sm:hidden!'

export const MoneyInTable = ({ methods, days, byMethod, netCents }: Books['moneyIn']) => (
  <AdminTable
    caption="Money in, by day and method"
    columns={['Day', ...methods.map(numbers), numbers('All')]}
    dense
  >
    {days.map((day) => (
      <AdminRow key={day.day}>
        <th scope="row" className="whitespace-nowrap">
          {day.name}
        </th>
        {day.byMethod.map((amount, place) => (
          <td key={methods[place]} className={amount === 0 ? NOTHING : ''}>
            {showSigned(amount)}
          </td>
        ))}
        <td>{showSigned(day.netCents)}</td>
      </AdminRow>
    ))}
    <AdminRow className="font-semibold">
      <th scope="row">All</th>
      {byMethod.map((amount, place) => (
        <td key={methods[place]}>{showSigned(amount)}</td>
      ))}
      <td>{showSigned(netCents)}</td>
    </AdminRow>
  </AdminTable>
)

export const OwedTable = ({ deposits, back, allCents }: Books['owed']) => (
  <AdminTable caption="Owed to guests" columns={['For', numbers('Amount')]}>
    {deposits.map(({ departureId, departure, isCanceled, cents }) => (
      <AdminRow key={departure}>
        <th scope="row">
          {isCanceled ? 'Canceled journey' : 'Journey'} of{' '}
          {departureId === null ? (
            departure
          ) : (
            <Link to={`/admin/departures/${departureId}`} className="text-umber underline underline-offset-3">
              {departure}
            </Link>
          )}
          {isCanceled && (
            <span className="block font-normal text-admin-soft text-xs">
              Never becomes revenue: it goes back, or along to another date, as each guest chooses
            </span>
          )}
        </th>
        <td>{showSigned(cents)}</td>
      </AdminRow>
    ))}
    {back.map(({ reference, cents }) => (
      <AdminRow key={`${reference} ${cents}`}>
        <th scope="row">
          To go back: <Of reference={reference} />
        </th>
        <td>{showSigned(cents)}</td>
      </AdminRow>
    ))}
    <AdminRow className="font-semibold">
      <th scope="row">All</th>
      <td>{showSigned(allCents)}</td>
    </AdminRow>
  </AdminTable>
)

type Payout = Books['payouts'][number]

const PAYOUT_WORDS: Record<Payout['status'], { words: string; tone: 'success' | 'wait' | 'failed' }> = {
  pending: { words: 'Pending', tone: 'wait' },
  in_transit: { words: 'On its way', tone: 'wait' },
  paid: { words: 'Paid', tone: 'success' },
  failed: { words: 'Failed', tone: 'failed' },
  canceled: { words: 'Canceled', tone: 'failed' },
}

export const PayoutsTable = ({ payouts }: { payouts: Payout[] }) => (
  <AdminTable
    caption="Payouts to the bank"
    columns={[
      ...['Arrives', 'State', 'Bookings in it'],
      ...['Gross', 'Refunds', 'Disputes and others', 'Fees', 'To the bank'].map(numbers),
    ]}
  >
    {payouts.map((payout) => (
      <AdminRow key={payout.stripeId}>
        <th scope="row">
          {payout.arrives}
          <span className="wrap-anywhere block font-normal text-admin-soft text-xs">{payout.stripeId}</span>
        </th>
        <td>
          <Badge tone={PAYOUT_WORDS[payout.status].tone}>{PAYOUT_WORDS[payout.status].words}</Badge>
          <span className="block text-admin-soft text-xs">{payout.failure ?? matchWords(payout)}</span>
        </td>
        <td>
          <details>
            <summary className="cursor-pointer">{counted(payout.bookings.length, 'booking')}</summary>
            <ul>
              {payout.bookings.map(({ reference, cents }) => (
                <li key={reference}>
                  <Of reference={reference} /> {showSigned(cents)}
                </li>
              ))}
            </ul>
          </details>
        </td>
        {partsOf(payout).map((amount, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell stays in its column
          <td key={place} className={`sm:whitespace-nowrap ${amount === 0 ? NOTHING : ''}`}>
            {amount === null ? '–' : showSigned(amount)}
          </td>
        ))}
        <td className="font-semibold sm:whitespace-nowrap">{showSigned(payout.amountCents)}</td>
      </AdminRow>
    ))}
  </AdminTable>
)

/** In the order of the columns; null while it is not known what a payout is made of. */
function partsOf({ madeOf }: Payout): (Cents | null)[] {
  if (madeOf === null) return [null, null, null, null]
  const { chargesCents, refundsCents, disputesCents, otherCents, feesCents } = madeOf
  return [chargesCents, refundsCents, cents(disputesCents + otherCents), feesCents]
}

function matchWords({ madeOf, amountCents }: Payout): string {
  if (madeOf === null) return 'Not matched yet'
  return madeOf.netCents === amountCents ? 'Matched' : `Its movements come to ${showSigned(madeOf.netCents)}`
}

type Difference = Books['differences'][number]

const DIFFERENCES: Record<Difference['kind'], string> = {
  'not-at-stripe': 'In the ledger, not at Stripe: look for it in Stripe’s dashboard',
  'not-in-ledger': 'At Stripe, not in the ledger: it belongs to no booking here',
  'other-amount': 'Another amount at Stripe',
  'other-payout': 'A payout that is not the sum of its movements: ask Stripe’s support',
}

export const DifferencesTable = ({ differences }: { differences: Difference[] }) => (
  <AdminTable
    caption="What differs from Stripe"
    columns={['Booking', 'What', numbers('In the ledger'), numbers('At Stripe')]}
  >
    {differences.map(({ kind, stripeId, reference, ledgerCents, stripeCents }) => (
      <AdminRow key={stripeId}>
        <th scope="row">
          <Of reference={reference} />
        </th>
        <td className="wrap-anywhere">
          {DIFFERENCES[kind]}
          <span className="block text-admin-soft text-xs">{stripeId}</span>
        </td>
        <td>{showSigned(ledgerCents)}</td>
        <td>{showSigned(stripeCents)}</td>
      </AdminRow>
    ))}
  </AdminTable>
)

export const DisputedTable = ({ disputed }: Pick<Books, 'disputed'>) => (
  <AdminTable caption="Disputed, held by Stripe" columns={['Booking', numbers('Held')]}>
    {disputed.map(({ reference, cents }) => (
      <AdminRow key={reference}>
        <th scope="row">
          <Of reference={reference} />
        </th>
        <td>{showSigned(cents)}</td>
      </AdminRow>
    ))}
  </AdminTable>
)

const side = (amount: Cents, isShown: boolean) =>
  isShown ? <td>{showSigned(cents(Math.abs(amount)))}</td> : <td className={NOTHING}>–</td>

/** Accounts with nothing on them wait behind a line that opens. */
export const AccountsTable = ({ accounts: { rows, debitCents, creditCents } }: Pick<Books, 'accounts'>) => {
  const [used, empty] = [rows.filter(({ cents }) => cents !== 0), rows.filter(({ cents }) => cents === 0)]
  return (
    <>
      <AdminTable caption="Accounts" columns={ACCOUNT_COLUMNS} dense>
        {used.map(accountRow)}
        <AdminRow className="font-semibold">
          <th scope="row">All</th>
          <td>{showSigned(debitCents)}</td>
          <td>{showSigned(creditCents)}</td>
        </AdminRow>
      </AdminTable>
      <RestOfList count={empty.length}>
        <AdminTable caption="Accounts with nothing on them" columns={ACCOUNT_COLUMNS} dense>
          {empty.map(accountRow)}
        </AdminTable>
      </RestOfList>
    </>
  )
}

const ACCOUNT_COLUMNS = ['Account', numbers('Debit'), numbers('Credit')]

const accountRow = ({ number, name, cents }: Books['accounts']['rows'][number]) => (
  <AdminRow key={number}>
    <th scope="row">
      <span className="font-normal text-admin-soft tabular-nums">{number}</span> {name}
      {number === ACCOUNTS.clearing.number && cents !== 0 && (
        <span className="block font-normal text-admin-soft text-xs">
          {cents > 0
            ? 'At Stripe, and not in the bank yet'
            : 'Went back to guests, and comes off the next payout'}
        </span>
      )}
    </th>
    {side(cents, cents > 0)}
    {side(cents, cents < 0)}
  </AdminRow>
)
