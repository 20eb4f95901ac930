import { Form } from '@remix-run/react'
import { showDay, showMonth } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { AdminPanel } from '#app/ui/admin/admin-parts'
import type { StaffAutopay } from '#app/views/autopay.server'
import { Fact } from './booking-parts'

/** Who agreed that installments are charged by themselves. Staff can stop it, and never start it. */
export const AutopayPanel = ({ autopay, mayStop }: { autopay: StaffAutopay[]; mayStop: boolean }) =>
  autopay.length > 0 && (
    <AdminPanel title="Automatic payment" className="mt-4 p-5">
      {autopay.map((one) => (
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
              {one.ended
                ? `${one.ended.at}: ${one.ended.why}`
                : one.next
                  ? `${showCents(one.next.owedCents)} on ${showDay(one.next.on)}`
                  : 'Nothing is left to charge'}
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
      ))}
    </AdminPanel>
  )
