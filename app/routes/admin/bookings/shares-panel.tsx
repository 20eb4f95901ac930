import { showCents } from '#app/platform/money'
import { AdminRow, AdminTable, FoldedTable, numbers } from '#app/ui/admin/admin-parts'
import { Badge } from '#app/ui/badge'
import { Link } from '#app/ui/link'
import type { BookingPageFacts } from './booking-page.server'

const PaymentLink = ({ address, of }: { address: string | null; of: string }) =>
  address ? (
    <a href={address} className="font-medium text-umber underline underline-offset-3">
      Payment link<span className="sr-only"> of {of}</span>
    </a>
  ) : (
    'None'
  )

/** `here` is the address of the booking's page. */
type Props = { facts: BookingPageFacts; here: string }

/** Where each of the party pays their own share: who has paid what. Nothing where one pays for everybody. */
export const SharesPanel = ({ facts: { shares, acts }, here }: Props) =>
  shares && (
    <>
      <div className="mt-5 mb-2 flex flex-wrap items-center justify-between gap-x-5">
        <h2 className="font-semibold text-control">Each pays their own share</h2>
        {acts.onePays && (
          <Link to={`${here}/one-pays`} preventScrollReset className="admin-quiet-button text-xs">
            Let one pay for everybody again
          </Link>
        )}
      </div>
      <AdminTable
        caption="Shares, the lead traveler’s first"
        columns={['Traveler', numbers('Share'), numbers('Paid'), numbers('Left'), 'Next', 'Paid by', 'Link']}
      >
        {shares.map((one) => (
          <AdminRow key={one.position}>
            <th scope="row" dir="auto">
              {one.name}
            </th>
            <td>{showCents(one.shareCents)}</td>
            <td>
              {showCents(one.paidCents)}
              {one.onItsWayCents > 0 && (
                <span className="block text-admin-soft text-xs">
                  {showCents(one.onItsWayCents)} on its way
                </span>
              )}
            </td>
            <td>{showCents(one.owedCents)}</td>
            <td>{one.next ? `${showCents(one.next.owedCents)}, ${one.next.due}` : 'Nothing'}</td>
            <td className="wrap-anywhere" dir="auto">
              {one.paidBy.join(', ') || (one.paidCents > 0 ? 'A payment for all' : 'No one yet')}
            </td>
            <td>
              <PaymentLink address={one.payLink} of={one.name} />
            </td>
          </AdminRow>
        ))}
      </AdminTable>
    </>
  )

const STATES = {
  open: { word: 'Open', tone: 'wait' },
  paid: { word: 'Paid', tone: 'success' },
  withdrawn: { word: 'Withdrawn', tone: 'quiet' },
} as const

const howManyOpen = (links: BookingPageFacts['payerLinks']) => {
  const open = links.filter(({ state }) => state === 'open').length
  return `${links.length}, ${open === 0 ? 'none' : open} open`
}

/** The links by which somebody else pays, folded. Nothing where none was made. */
export const PayerLinksPanel = ({ facts: { payerLinks } }: Pick<Props, 'facts'>) =>
  payerLinks.length > 0 && (
    <FoldedTable title="Links for somebody else to pay" says={howManyOpen(payerLinks)}>
      <AdminTable
        caption="Links for somebody else to pay, oldest first"
        columns={['Payer', numbers('Amount'), 'Toward', 'Made', 'State', 'Link']}
      >
        {payerLinks.map((link) => (
          <AdminRow key={link.id}>
            <th scope="row" dir="auto">
              {link.payerName}
            </th>
            <td>{showCents(link.amountCents)}</td>
            <td dir="auto">{link.share ? `${link.share}’s share` : 'The whole booking'}</td>
            <td className="whitespace-nowrap">{link.madeAt}</td>
            <td>
              <Badge tone={STATES[link.state].tone}>{STATES[link.state].word}</Badge>
            </td>
            <td>
              <PaymentLink address={link.address} of={link.payerName} />
            </td>
          </AdminRow>
        ))}
      </AdminTable>
    </FoldedTable>
  )
