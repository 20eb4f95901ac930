import { INSTALLMENT_STATES, type InstallmentState } from '#app/bookings/installments/due'
import { Badge } from './badge'

/** The state of an installment, and where that is known when it was paid, or how much was written off. */
export const InstallmentBadge = ({
  state,
  when,
}: {
  state: InstallmentState
  when?: string | false | null
}) => {
  const { word, tone } = INSTALLMENT_STATES[state]
  return <Badge tone={tone}>{when ? `${word} ${when}` : word}</Badge>
}
