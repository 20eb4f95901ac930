import type { FormMetadata } from '@conform-to/react'
import { type FormEvent, forwardRef, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { type CheckoutForm, ORDER_NOTES, TRAVELER } from '#app/bookings/checkout-form'
import { countryNamed, isUnitedStates } from '#app/bookings/countries'
import { CODE_TYPED_AT_MOST, type CodeDiscount } from '#app/bookings/discount-code'
import { HOLD_MINUTES } from '#app/bookings/hold'
import type { InstallmentPlan } from '#app/bookings/installments/plan'
import { ORDER } from '#app/bookings/order-fields'
import { STATE_NAMES, stateNamed } from '#app/bookings/us-states'
import { type Cents, showCents } from '#app/platform/money'
import { namesOf } from '#app/platform/typed/fields'
import { CardFields, goesToStripe } from '#app/routes/payment/card-fields'
import { Button } from '#app/ui/button'
import { FieldOf, TextField } from '#app/ui/field'
import type { CardPayment } from './use-card-payment'
import type { CodeAtCheckout } from './use-checkout'

/** The traveler's details are asked above; one object, because a new one would set the fields up again. */
const CARD_ONLY = {
  fields: { billingDetails: 'never' as const },
  wallets: { applePay: 'never' as const, googlePay: 'never' as const },
}

type Props = { payment: CardPayment; dueCents: Cents; isKept: boolean }

/** Where the card is typed; without scripts it says what comes next instead. */
export const CardSection = forwardRef<HTMLElement, Props>(function CardSection(
  { payment: { phase, fields }, dueCents, isKept },
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
        <CardFields
          fields={fields}
          dueCents={dueCents}
          isKept={isKept}
          isLoading={phase === 'loading'}
          options={CARD_ONLY}
        />
      )}
    </section>
  )
})

/** A discount code, closed at first. Without scripts its button reloads the page with the price. */
export function CodeField({ code, plan }: { code: CodeAtCheckout; plan: InstallmentPlan }) {
  const counts = plan.discount
    ? codeWords(plan.discount, plan.depositCents)
    : code.leader && `You travel with the group of ${code.leader}.`
  const said = code.isStale ? null : counts
  return (
    <details
      open={code.isOpen}
      onToggle={(event) => code.setIsOpen(event.currentTarget.open)}
      className="max-sm:-mt-3.5"
    >
      <summary className="fold w-fit py-1 font-semibold text-sm text-umber">Have a code?</summary>
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

type Fields = ReturnType<FormMetadata<z.input<typeof CheckoutForm>>['getFieldset']>

const TYPED = { ...TRAVELER, ...ORDER_NOTES }

/** Sixths of a line, from tablets on. */
const ON_A_DESK: Partial<Record<keyof typeof TYPED, string>> = {
  ...{ name: 'sm:col-span-3', email: 'sm:col-span-3', phone: 'sm:col-span-2', address: 'sm:col-span-4' },
  ...{ city: 'sm:col-span-2', state: 'sm:col-span-2', zipCode: 'sm:col-span-2', country: 'sm:col-span-3' },
}

type TravelerFieldsProps = { fields: Fields; countries: string[] }

/**
 * Who travels, and what is noted with the order; all but the phone number is required of the first. The state
 * is chosen in the United States, and typed anywhere else.
 */
export function TravelerFields({ fields, countries }: TravelerFieldsProps) {
  const names = namesOf(TYPED)
  const firstWrong = names.find((name) => fields[name].errors?.length)
  const typed = (name: keyof typeof TYPED) => String(fields[name].initialValue ?? '')
  const [country, setCountry] = useState(countryNamed(typed('country')))
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // What was chosen before scripts ran, or what the browser put back after a reload.
    const chosen = place.current?.querySelector<HTMLSelectElement>('[name=country]')?.value
    if (chosen) setCountry(chosen)
  }, [])
  const chosenFrom: Partial<
    Record<keyof typeof TYPED, { list: readonly string[]; now: string; none: string }>
  > = {
    country: { list: countries, now: countryNamed(typed('country')), none: 'Choose a country' },
    ...(isUnitedStates(country) && {
      state: { list: STATE_NAMES, now: stateNamed(typed('state')), none: 'Choose a state' },
    }),
  }
  return (
    <div
      ref={place}
      className="grid gap-x-3 gap-y-3.5 min-[22.5rem]:grid-cols-[minmax(0,1fr)_6.25rem] sm:grid-cols-6 sm:gap-x-5 sm:gap-y-4"
    >
      {names.map((name) => {
        const choice = chosenFrom[name]
        return (
          <FieldOf
            key={choice ? `${name} of a list` : name}
            field={choice ? { ...TYPED[name], of: ofList(choice), none: choice.none } : TYPED[name]}
            id={fields[name].id}
            name={name}
            errors={fields[name].errors}
            defaultValue={choice?.now ?? typed(name)}
            {...(name === 'country' && { onChange: chooseCountry })}
            {...(name === 'zipCode' && isUnitedStates(country) && { hint: undefined })}
            autoFocus={name === firstWrong}
            required={TYPED[name].missing !== undefined && name !== 'zipCode'}
            dir="auto"
            className={placeOf(name)}
          />
        )
      })}
    </div>
  )

  /** On a phone a state and its ZIP code share a line: the longest name has the room that it needs. */
  function placeOf(name: keyof typeof TYPED) {
    const isBeside = isUnitedStates(country) && (name === 'state' || name === 'zipCode')
    return `${isBeside ? '' : 'col-span-full'} ${ON_A_DESK[name] ?? 'sm:col-span-full'}`
  }

  function chooseCountry(event: FormEvent<HTMLElement>) {
    setCountry((event.currentTarget as HTMLSelectElement).value)
  }
}

/** What someone typed earlier stays, whether or not the list has it. */
const ofList = ({ list, now }: { list: readonly string[]; now: string }) =>
  Object.fromEntries([...list, ...(now ? [now] : [])].map((name) => [name, name]))
