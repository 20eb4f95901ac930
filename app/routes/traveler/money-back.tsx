import type { MoneyReturned } from '#app/dossiers/money-returned.server'
import { showCents } from '#app/money'
import { BANK_DAYS } from '#app/tour/promises'

/** What went back, what is on its way, and what failed: a sentence for each, where there is something. */
export function MoneyBack({
  returned: { cameBackCents, onItsWayCents, failedCents, paidAgainCents, otherwiseCents },
  className,
}: {
  returned: MoneyReturned
  className: string
}) {
  return (
    <>
      {cameBackCents > 0 && <p className={className}>{showCents(cameBackCents)} came back to you.</p>}
      {onItsWayCents > 0 && (
        <p className={className}>
          {showCents(onItsWayCents)} is on its way back to your card. Your bank shows it within {BANK_DAYS}.
        </p>
      )}
      {failedCents > 0 && (
        <p className={className}>
          {showCents(failedCents)} could not be returned to your card. We are looking for another way, and
          will write to you about it.
        </p>
      )}
      {paidAgainCents > 0 && (
        <p className={className}>
          A refund of {showCents(paidAgainCents)} did not reach your card, so it counts as paid again. If you
          expected it, please write to us.
        </p>
      )}
      {otherwiseCents > 0 && (
        <p className={className}>
          {showCents(otherwiseCents)} is still to come back to you, in the way you paid it. We will write to
          you about it.
        </p>
      )}
    </>
  )
}
