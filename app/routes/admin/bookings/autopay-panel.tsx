import { Form } from '@remix-run/react'
import { showDay, showMonth } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { AdminPanel, FoldedTable } from '#app/ui/admin/admin-parts'
import type { StaffAutopay } from '#app/views/autopay.server'
import { Fact } from './booking-parts'

type Props = { autopay: StaffAutopay[]; mayStop: boolean }

const TITLE = 'Automatic payment'

/** Who agreed that installments are charged by themselves. Staff can stop it, and never start it. */
export const AutopayPanel = ({ autopay, mayStop }: Props) =>
  autopay.length > 0 && (
    <AdminPanel title={TITLE} className="mt-4 p-5">
      <Agreements {...{ autopay, mayStop }} />
    </AdminPanel>
  )

/** The same, folded: of a party that each pays their own there may be several. */
export const FoldedAutopay = ({ autopay, mayStop }: Props) =>
  autopay.length > 0 && (
    <FoldedTable title={TITLE} says={inShort(autopay)}>
      <AdminPanel>
        <Agreements {...{ autopay, mayStop }} />
      </AdminPanel>
    </FoldedTable>
  )

const nextWords = ({ ended, next }: StaffAutopay): string | null =>
  !ended && next ? `${showCents(next.owedCents)} on ${showDay(next.on)}` : null

/** The next charge of the only one who agreed, else how many have. */
function inShort(autopay: StaffAutopay[]): string {
  const standing = autopay.filter(({ ended }) => !ended)
  const [only] = standing
  if (!only) return 'ended'
  return standing.length === 1 ? (nextWords(only) ?? 'nothing left') : `${standing.length} agreed`
}

const Agreements = ({ autopay, mayStop }: Props) =>
  autopay.map((one) => (
    <div key={one.id} className="border-admin-line border-t py-3 first:border-t-0 first:pt-0 last:pb-0">
      <dl className="grid gap-x-5 gap-y-2 text-sm sm:grid-cols-2 lg:grid-cols-4">
        {one.whose && <Fact label="Share of">{one.whose}</Fact>}
        <Fact label={one.isBank ? 'Bank account' : 'Card'}>
          {one.card}
          {one.expiresIn && `, expires ${showMonth(one.expiresIn)}`}
        </Fact>
        <Fact label="Agreed">{one.agreedAt}</Fact>
        <Fact label="Payer">{one.payerEmail}</Fact>
        <Fact label={one.ended ? 'Ended' : 'Next charge'}>
          {one.ended ? `${one.ended.at}: ${one.ended.why}` : (nextWords(one) ?? 'Nothing is left to charge')}
        </Fact>
        {one.last && <Fact label="Last charge">{one.last}</Fact>}
      </dl>
      <p className="mt-2 text-admin-soft text-xs">“{one.words}”</p>
      {mayStop && !one.ended && (
        <Form method="post" preventScrollReset className="mt-3">
          <button type="submit" name="stopAutopay" value={one.id} className="admin-quiet-button">
            Stop automatic payment
          </button>
        </Form>
      )}
    </div>
  ))
