import { type Cents, showCents } from '#app/money'
import { travelersInWords } from '#app/tour/party'

type Props = { guests: number; totalCents: Cents; remainingCents: Cents }

/** What a booking comes to once its party has changed. */
export const PartyAfter = ({ guests, totalCents, remainingCents }: Props) => (
  <dl className="mb-5 grid gap-1.5 rounded-field bg-desk p-4 text-sm tabular-nums">
    {[
      { label: `Price of the booking, for ${travelersInWords(guests)}`, value: showCents(totalCents) },
      { label: 'Left to pay then', value: showCents(remainingCents) },
    ].map(({ label, value }) => (
      <div key={label} className="flex justify-between gap-4">
        <dt>{label}</dt>
        <dd className="font-semibold">{value}</dd>
      </div>
    ))}
  </dl>
)
