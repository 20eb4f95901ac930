import type { FormMetadata } from '@conform-to/react'
import { forwardRef } from 'react'
import type { z } from 'zod'
import { type CheckoutForm, ORDER_NOTES, TRAVELER } from '#app/bookings/checkout-form'
import { CODE_TYPED_AT_MOST, type CodeDiscount } from '#app/bookings/discount-code'
import { HOLD_MINUTES } from '#app/bookings/hold'
import type { InstallmentPlan, PartyChoice } from '#app/bookings/installments/plan'
import { ORDER } from '#app/bookings/order-fields'
import { type Cents, cents, showCents } from '#app/platform/money'
import { capitalized, namesOf } from '#app/platform/typed/fields'
import { inWords } from '#app/platform/words'
import { CardFields, goesToStripe } from '#app/routes/payment/card-fields'
import { ROOM_BEDS, type RoomType, travelersInWords } from '#app/tours/party'
import { Button } from '#app/ui/button'
import { FieldOf, SelectField, TextField } from '#app/ui/field'
import type { CardPayment } from './use-card-payment'
import type { CodeAtCheckout, Wish } from './use-checkout'

/** The traveler's details are asked above; one object, because a new one would set the fields up again. */
const CARD_ONLY = {
  fields: { billingDetails: 'never' as const },
  wallets: { applePay: 'never' as const, googlePay: 'never' as const },
}

type Props = { payment: CardPayment; dueCents: Cents }

/** Where the card is typed; without scripts it says what comes next instead. */
export const CardSection = forwardRef<HTMLElement, Props>(function CardSection(
  { payment: { phase, fields }, dueCents },
  ref,
) {
  return (
    <section ref={ref} aria-labelledby="card-heading">
      <h2 id="card-heading" className="type-h3 mb-4">
        Card
      </h2>
      {goesToStripe(phase) ? (
        <p className="text-ink-soft">
          The next page is Stripe’s own: you’ll see the amount again, enter your card and pay there. Your seat
          is held for {HOLD_MINUTES} minutes while you do.
        </p>
      ) : (
        <CardFields fields={fields} dueCents={dueCents} isLoading={phase === 'loading'} options={CARD_ONLY} />
      )}
    </section>
  )
})

type PartyFieldProps = {
  roomType: RoomType
  plans: PartyChoice[]
  chosen: Wish
  errors?: string[]
  onChange: (chosen: Wish) => void
}

/** How many travel on this booking, and which rooms they get. Without scripts a button asks for the price. */
export function PartyField({ roomType, plans, chosen, errors, onChange }: PartyFieldProps) {
  const { travelers, singles } = chosen
  const ofSize = plans.filter((plan) => plan.travelers === travelers)
  const sizes = plans.filter((plan, index) => plan.travelers !== plans[index - 1]?.travelers)
  return (
    <div className="flex flex-wrap items-start gap-3">
      <SelectField
        className="min-w-60 flex-1"
        name="travelers"
        label={ORDER.travelers.label}
        value={String(travelers)}
        onChange={(event) => onChange({ singles, travelers: Number(event.currentTarget.value) })}
        errors={errors}
        hint={roomsFor(roomType, chosen)}
      >
        {sizes.map((size) => (
          <option key={size.travelers} value={size.travelers}>
            {travelersInWords(size.travelers)}
          </option>
        ))}
      </SelectField>
      {ofSize.length > 1 && (
        <SelectField
          className="min-w-60 flex-1"
          name="singles"
          label={ORDER.singles.label}
          value={String(singles)}
          onChange={(event) => onChange({ travelers, singles: Number(event.currentTarget.value) })}
        >
          {ofSize.map((plan) => (
            <option key={plan.singles} value={plan.singles}>
              {plan.singles > 0
                ? `${travelersInWords(plan.singles)} (+${showCents(cents(plan.totalCents - (ofSize[0]?.totalCents ?? 0)))})`
                : 'None'}
            </option>
          ))}
        </SelectField>
      )}
      <noscript className="max-sm:basis-full">
        <Button name="reprice" value="yes" tone="outline" formNoValidate className="w-full sm:mt-6">
          Show the price
        </Button>
      </noscript>
    </div>
  )
}

/** A discount code, closed at first. Without scripts its button reloads the page with the price. */
export function CodeField({ code, plan }: { code: CodeAtCheckout; plan: InstallmentPlan }) {
  const said = plan.discount && !code.isStale ? codeWords(plan.discount, plan.depositCents) : null
  return (
    <details open={code.isOpen} onToggle={(event) => code.setIsOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer py-1 font-semibold text-sm text-umber">Have a code?</summary>
      <div className="mt-3 flex items-start gap-3 max-sm:flex-wrap">
        <TextField
          name="code"
          label={ORDER.code.label}
          value={code.typed}
          onChange={(event) => code.setTyped(event.currentTarget.value)}
          errors={code.refused ? [code.refused] : undefined}
          maxLength={CODE_TYPED_AT_MOST}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="min-w-0 grow max-sm:basis-full"
        />
        <Button
          {...(code.isRunning
            ? { type: 'button' as const, onClick: () => code.apply() }
            : { name: 'reprice', value: 'yes', formNoValidate: true })}
          tone="outline"
          busy={code.isAsking}
          busyLabel="Checking..."
          className="max-sm:w-full sm:mt-6.5"
        >
          Apply
        </Button>
      </div>
      <p role="status" className="mt-1.5 text-success text-xs empty:hidden">
        {said}
      </p>
    </details>
  )
}

const codeWords = ({ words, offCents, isCut }: CodeDiscount, depositCents: Cents): string =>
  `${showCents(offCents)} off: ${words}.${
    isCut ? ` The discount stops where only the ${showCents(depositCents)} deposit is left to pay.` : ''
  }`

/** One traveler alone reads nothing more than the room's name says. */
function roomsFor(roomType: RoomType, { travelers, singles }: Wish): string | undefined {
  if (travelers === 1) return undefined
  const rooms = (count: number, kind: RoomType) =>
    count > 0 ? [`${count === 1 ? 'one' : inWords(count)} ${kind} ${count === 1 ? 'room' : 'rooms'}`] : []
  const full = Math.floor((travelers - singles) / ROOM_BEDS[roomType])
  const isOneOver = (travelers - singles) % ROOM_BEDS[roomType] > 0
  const own = [...rooms(full, roomType), ...rooms(singles, 'single')].join(' and ')
  return `${capitalized(own)}.${
    isOneOver ? ' One of you shares a double room with another traveler we’ll introduce you to.' : ''
  }`
}

type Fields = ReturnType<FormMetadata<z.input<typeof CheckoutForm>>['getFieldset']>

const TYPED = { ...TRAVELER, ...ORDER_NOTES }

/** Who travels, and what is noted with the order; all but the phone number is required of the first. */
export function TravelerFields({ fields }: { fields: Fields }) {
  const names = namesOf(TYPED)
  const firstWrong = names.find((name) => fields[name].errors?.length)
  return (
    <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
      {names.map((name) => (
        <FieldOf
          key={name}
          field={TYPED[name]}
          id={fields[name].id}
          name={name}
          errors={fields[name].errors}
          defaultValue={String(fields[name].initialValue ?? '')}
          autoFocus={name === firstWrong}
          required={TYPED[name].missing !== undefined && name !== 'zipCode'}
          dir="auto"
          className={TYPED[name].wide ? 'sm:col-span-2' : ''}
        />
      ))}
    </div>
  )
}
