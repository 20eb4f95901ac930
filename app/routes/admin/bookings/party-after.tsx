import { TO_PAY_BACK } from '#app/bookings/money-words'
import { type Day, showDay } from '#app/days'
import { type Cents, showCents } from '#app/money'
import type { LeaveQuote } from '#app/payments/party/quotes'
import { travelersInWords } from '#app/tour/party'

type Props = Pick<
  LeaveQuote,
  'guests' | 'totalCents' | 'promisedCents' | 'writtenOffCents' | 'remainingCents'
>

/** What a booking comes to once its party has changed, and apart from that what others were promised before. */
export const PartyAfter = ({ guests, totalCents, promisedCents, writtenOffCents, remainingCents }: Props) => (
  <Amounts
    amounts={[
      { label: `Price of the booking, for ${travelersInWords(guests)}`, cents: totalCents },
      { label: 'Left to pay then', cents: remainingCents },
      ...[
        { label: 'Written off', cents: writtenOffCents },
        { label: `${TO_PAY_BACK}, from before`, cents: promisedCents },
      ].filter(({ cents }) => cents > 0),
    ]}
  />
)

type Plan = { installments: { name: string; owedCents: Cents; dueOn: Day }[] }

/** What is asked for then, and when. */
export const PlanAfter = ({ installments }: Plan) => (
  <Amounts
    amounts={installments.map(({ name, owedCents, dueOn }) => ({
      label: `${name}, due ${showDay(dueOn)}`,
      cents: owedCents,
    }))}
  />
)

const Amounts = ({ amounts }: { amounts: { label: string; cents: Cents }[] }) => (
  <dl className="mb-5 grid gap-1.5 rounded-field bg-desk p-4 text-sm tabular-nums">
    {amounts.map(({ label, cents }) => (
      <div key={label} className="flex justify-between gap-4">
        <dt>{label}</dt>
        <dd className="font-semibold">{showCents(cents)}</dd>
      </div>
    ))}
  </dl>
)
