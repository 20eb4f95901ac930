import {
  type AgreedCharge,
  AUTOPAY_OFFER,
  agreedInLine,
  autopayInShort,
  autopayWords,
  PAYER_EMAIL,
} from '#app/bookings/installments/autopay'
import { TextField } from '#app/ui/field'
import type { PaysFrom } from '#db/values'
import type { AutopayWish } from './use-autopay'

type Props = {
  plan: readonly AgreedCharge[]
  wish: AutopayWish
  errors?: string[] | undefined
  /** Someone pays their own share by a link of their own, which names no address. */
  isOwn?: boolean
  /** The form it is in lets a bank account be chosen, and that can be charged as well. */
  byBank?: boolean
  /** Of a form whose options the style sheet tells apart: no other needs it. */
  className?: string
}

/**
 * What a guest ticks to be charged later, and the whole sentence of it: apart from all other terms, and never
 * ticked beforehand. Seen once ticked, and read out before; without scripts by the style sheet, as who pays.
 */
export const AutopayTick = ({ plan, wish, errors, isOwn = false, byBank = false, className = '' }: Props) => (
  <div className={`group/autopay rounded-field border border-line p-4 ${className}`}>
    <label className="flex gap-3 font-semibold">
      <input
        type="checkbox"
        name="autopay"
        value={agreedInLine(plan)}
        checked={wish.isTicked}
        onChange={(event) => wish.tick(event.currentTarget.checked)}
        aria-describedby="autopay-words"
        className="mt-0.5 size-5 flex-none accent-umber"
      />
      <ByChoice byBank={byBank} says={(paysFrom) => AUTOPAY_OFFER[paysFrom]} />
    </label>
    <p className="mt-1 pl-8 text-ink-soft text-sm group-has-checked/autopay:hidden">{autopayInShort(plan)}</p>
    <p
      id="autopay-words"
      className="mt-2 text-ink-soft text-sm supports-[selector(:has(*))]:not-group-has-checked/autopay:sr-only sm:pl-8"
    >
      <ByChoice byBank={byBank} says={(paysFrom) => autopayWords(plan, paysFrom)} />
    </p>
    <TextField
      name="payerEmail"
      type="email"
      label={PAYER_EMAIL.label}
      hint={PAYER_EMAIL.hint[isOwn ? 'own' : 'lead']}
      value={wish.payerEmail}
      onChange={(event) => wish.setPayerEmail(event.currentTarget.value)}
      errors={errors}
      autoComplete="off"
      disabled={wish.isRunning && !wish.isTicked}
      className={`mt-4 sm:ml-8 ${errors?.length ? '' : 'hidden group-has-checked/autopay:block'}`}
    />
  </div>
)

/** By what is chosen in the form around it: without scripts the style sheet shows the one. */
const ByChoice = ({ byBank, says }: { byBank: boolean; says: (paysFrom: PaysFrom) => string }) =>
  byBank ? (
    <>
      <span className="group-has-[[value=bank-account]:checked]/pay:hidden">{says('card')}</span>
      <span className="hidden group-has-[[value=bank-account]:checked]/pay:inline">
        {says('bank-account')}
      </span>
    </>
  ) : (
    says('card')
  )
