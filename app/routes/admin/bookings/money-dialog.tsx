import {
  type FieldMetadata,
  type FormMetadata,
  getFormProps,
  type SubmissionResult,
  useForm,
} from '@conform-to/react'
import { Form, useNavigation } from '@remix-run/react'
import type { ComponentProps, ReactNode } from 'react'
import type { z } from 'zod'
import { TO_PAY_BACK } from '#app/bookings/status'
import type { BankMayTake } from '#app/money/books/ledger.server'
import type { PartyAfterwards, PriceQuote } from '#app/money/books/quotes'
import type { CancelQuote } from '#app/money/books/refund-quote.server'
import { MONEY_NOTE_AT_MOST } from '#app/money/changes/money-forms'
import { showDay, showLongDay } from '#app/platform/days'
import { type Cents, cents, showCents } from '#app/platform/money'
import { travelersInWords } from '#app/tours/party'
import { FULL_REFUND_DAYS, NO_REFUND_DAYS } from '#app/tours/refund-policy'
import { filledIn } from '#app/ui/admin/admin-fields'
import { NotSent, useLastActionData, useLastResult } from '#app/ui/admin/admin-form'
import { adminButton, type SubmitButton } from '#app/ui/admin/admin-parts'
import { DialogActions, RouteDialog } from '#app/ui/admin/route-dialog'
import { FieldError, TextAreaField, TextField } from '#app/ui/field'
import { Notice } from '#app/ui/notice'

type Fields = z.ZodType<unknown, Record<string, unknown>>

/** The form of a dialog that the site alone checks, with what it answered last. */
export const useMoneyForm = <Schema extends Fields>(id: string) =>
  useForm<Schema['_zod']['input'], z.output<Schema>>({ id, lastResult: useMoneyResult() })

export const useMoneyResult = () => useLastResult(useMoneyAnswer()?.result)

/** The quote that a dialog shows: as it was loaded, or as the site answered that it has changed since. */
export const useQuote = <Quote,>(loaded: Quote): Quote => useMoneyAnswer<Quote>()?.quote ?? loaded

type Answer<Quote> = { result: SubmissionResult<string[]>; quote: Quote | null }

/** As `answerMoneyCommand` answers, of which these forms know no more. */
const useMoneyAnswer = <Quote,>() => useLastActionData() as Answer<Quote> | undefined

type MoneyDialogProps<Typed extends Record<string, unknown>> = Pick<
  ComponentProps<typeof SubmitButton>,
  'label' | 'busyLabel' | 'tone'
> & {
  reference: string
  title: string
  lead?: ReactNode
  /** What it comes to. */
  about?: ReactNode
  form: FormMetadata<Typed, string[]>
  /** Of what moves money: a second press does nothing. */
  formKey?: string
  /** Back to what was typed before; else to the booking's page. */
  backTo?: string
  /** What was shown, sent along: where it has changed since, the command refuses. */
  shown?: Record<string, string | number>
  children?: ReactNode
}

/** A dialog about a booking: what follows, the fields, what was refused, its button and the way back. */
export function MoneyDialog<Typed extends Record<string, unknown>>(props: MoneyDialogProps<Typed>) {
  const { reference, title, lead, about, form, formKey, backTo, shown, children, ...command } = props
  const page = `/admin/bookings/${reference}`
  const busy = useNavigation().state !== 'idle'
  const sent = { ...(formKey && { formKey }), ...shown }
  const ofHidden = Object.keys(sent).flatMap((name) => form.allErrors[name] ?? [])
  const refused = form.errors?.[0] ?? ofHidden[0]
  return (
    <RouteDialog title={title} closeTo={page}>
      {lead && <p className="mb-4 text-sm">{lead}</p>}
      {about}
      <Form method="post" {...getFormProps(form)} preventScrollReset className="grid gap-5">
        {Object.entries(sent).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
        {refused && <Notice tone="danger" role="alert" title={refused} />}
        <NotSent />
        <DialogActions {...command} cancelTo={backTo ?? page} cancelLabel="Back" busy={busy} />
      </Form>
    </RouteDialog>
  )
}

type AskFormProps<Typed extends Record<string, unknown>> = {
  form?: FormMetadata<Typed, string[]>
  label: string
  children: ReactNode
}

/** What is typed first, by GET: what it comes to is shown next. */
export function AskForm<Typed extends Record<string, unknown>>(props: AskFormProps<Typed>) {
  const { form, label, children } = props
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="get" {...(form && getFormProps(form))} preventScrollReset className="grid gap-5">
      {children}
      {form?.errors?.[0] && <Notice tone="danger" role="alert" title={form.errors[0]} />}
      <div>
        <button type="submit" disabled={busy} className={adminButton('main')}>
          {busy ? 'Calculating...' : label}
        </button>
      </div>
    </Form>
  )
}

type Props = {
  field: FieldMetadata<string>
  legend: string
  options: readonly { value: string; title: string; detail?: string }[]
}

/** One of a few, as plain radio buttons with a line each; the first is chosen until another is. */
export const MoneyChoices = ({ field, legend, options }: Props) => (
  <fieldset aria-describedby={field.errors ? field.errorId : undefined}>
    <legend className="mb-1 font-semibold text-xs">{legend}</legend>
    {options.map(({ value, title, detail }, index) => (
      <label key={value} className="flex min-h-11 items-start gap-3 py-1.5 text-sm">
        <input
          type="radio"
          name={field.name}
          value={value}
          defaultChecked={field.initialValue ? field.initialValue === value : index === 0}
          className="mt-1 size-4.5 flex-none accent-umber"
        />
        <span>
          {title}
          {detail && <span className="block text-admin-soft text-xs">{detail}</span>}
        </span>
      </label>
    ))}
    <FieldError id={field.errorId} message={field.errors?.[0]} />
  </fieldset>
)

type AmountProps = { field: FieldMetadata<string>; hint?: string; required?: boolean }

/** How much money a dialog is about. */
export const AmountField = ({ field, ...rest }: AmountProps) => (
  <TextField
    label="Amount in dollars"
    inputMode="decimal"
    autoComplete="off"
    {...filledIn(field)}
    {...rest}
  />
)

type NoteProps = { field: FieldMetadata<string | undefined>; label?: string; hint?: string }

/** What staff add of their own; kept in the booking's history. */
export const NoteField = ({ field, label = 'Note for the history', hint }: NoteProps) => (
  <TextAreaField {...filledIn(field)} {...{ label, hint }} optional rows={2} maxLength={MONEY_NOTE_AT_MOST} />
)

/** What a booking comes to once its party has changed, and what others were promised before. */
export const PartyAfter = (quote: PartyAfterwards) => (
  <Amounts
    amounts={[
      { label: `Price of the booking, for ${travelersInWords(quote.travelers)}`, cents: quote.totalCents },
      { label: 'Balance due then', cents: quote.remainingCents },
      ...[
        { label: 'Written off', cents: quote.writtenOffCents },
        { label: `${TO_PAY_BACK}, from before`, cents: quote.promisedCents },
      ].filter(({ cents }) => cents > 0),
    ]}
  />
)

type Plan = Pick<PriceQuote, 'installments'>

/** What is asked for then, and when. */
export const PlanAfter = (plan: Plan) => <Amounts amounts={planAmounts(plan)} />

/** The same beside what is asked for now. */
export const PlanChange = (plan: Plan & { installmentsBefore: Plan['installments'] }) => (
  <>
    <Amounts title="Now" amounts={planAmounts({ installments: plan.installmentsBefore })} />
    <Amounts title="Then" amounts={planAmounts(plan)} />
  </>
)

export const planAmounts = ({ installments }: Plan) =>
  installments.map(({ name, owedCents, dueOn }) => ({
    label: `${name}, due ${showDay(dueOn)}`,
    cents: owedCents,
  }))

/** What a booking costs then, and when that is asked for. */
export const PriceAfter = ({ title, quote }: { title: string; quote: PriceQuote }) => (
  <Amounts
    title={title}
    amounts={[
      { label: 'Price', cents: quote.totalCents },
      { label: 'Balance due', cents: quote.remainingCents },
      ...planAmounts(quote),
    ]}
  />
)

type WhichProps = {
  field: FieldMetadata<string>
  agreed: PriceQuote
  today: PriceQuote | null
  isTodayFirst?: boolean
}

/** At the price as agreed, or at today's where that is another. */
export function WhichPrice({ field, agreed, today, isTodayFirst = false }: WhichProps) {
  if (!today) return <input type="hidden" name="price" value="agreed" />
  const detail =
    today.paidAlreadyCents > 0
      ? `${showCents(today.paidAlreadyCents)} of the lower price is paid already and stays: refund that if you wish, with the price lowered.`
      : undefined
  const options = [
    { value: 'agreed', title: `As agreed: ${showCents(agreed.totalCents)}` },
    { value: 'today', title: `Today’s: ${showCents(today.totalCents)}`, detail },
  ]
  return (
    <MoneyChoices
      field={field}
      legend="Which price?"
      options={isTodayFirst ? options.toReversed() : options}
    />
  )
}

/** What changes a price and why, the price before and after it, and the plan. */
export const PriceChangeSummary = ({ reason, ...quote }: PriceQuote & { reason: string }) => (
  <>
    <p className="mb-4 text-sm">
      <bdi>{reason}</bdi>. We’ll email the lead traveler the new price and plan.
      {quote.paidAlreadyCents > 0 &&
        ` ${showCents(quote.paidAlreadyCents)} of it is paid already and stays: refund that if you wish, with the price lowered.`}
    </p>
    <Amounts
      amounts={[
        { label: 'Price now', cents: quote.beforeCents },
        {
          label: quote.changeCents < 0 ? 'Taken off' : 'Added',
          cents: cents(Math.abs(quote.changeCents)),
        },
      ]}
    />
    <PartyAfter {...quote} />
    <PlanAfter {...quote} />
  </>
)

type AmountsProps = { title?: string; amounts: ComponentProps<typeof Amount>[] }

export const Amounts = ({ title, amounts }: AmountsProps) => (
  <>
    {title && <h3 className="mb-1 font-semibold text-xs">{title}</h3>}
    <dl className="mb-5 grid gap-1.5 rounded-field bg-admin p-4 text-sm tabular-nums">
      {amounts.map((amount) => (
        <Amount key={amount.label} {...amount} />
      ))}
    </dl>
  </>
)

const WHY: Record<CancelQuote['why'], string> = {
  'within-30-days': `It is within ${FULL_REFUND_DAYS} days of booking: everything that was paid will be refunded.`,
  'deposit-stays': `The ${FULL_REFUND_DAYS} days after booking are over: the deposit stays, and what was paid beyond it will be refunded.`,
  'too-late': `${NO_REFUND_DAYS} days or fewer are left until departure: nothing is refundable.`,
  'has-begun':
    'The journey has begun: under the terms, nothing is refundable. To give something back out of goodwill, refund it on the booking’s page.',
  differs:
    'Some of the party joined later: the refund is counted for each of them from the day they were booked.',
  'nothing-paid': 'Nothing was paid, so there is nothing to refund.',
  'departure-canceled': 'We canceled this departure: everything that was paid will be refunded.',
  'departure-postponed': 'We postponed this departure: everything that was paid will be refunded.',
  'place-sold': 'The waitlist took the seat: what was paid for it is refunded less the fee.',
}

/** What the policy gives back today, and why (rules 4.2). */
export const RefundSummary = ({ quote, refundsGoTo }: { quote: CancelQuote; refundsGoTo: string }) => (
  <div className="mb-5 rounded-field bg-admin p-4 text-sm">
    <p className="font-medium">
      {quote.askedOn && `As of ${showLongDay(quote.askedOn)}, when they asked: `}
      {WHY[quote.why]}
    </p>
    <dl className="mt-3 grid gap-1.5 tabular-nums">
      <Amount label={`Back to ${refundsGoTo}, through Stripe`} cents={quote.toCardsCents} />
      {quote.byHandCents > 0 && <Amount label="To be paid back by hand" cents={quote.byHandCents} />}
      <Amount label="Stays with the company" cents={quote.retainedCents} />
    </dl>
  </div>
)

/** Before money goes back that its bank can still take. */
export const BankMayTakeIt = ({ bankMayTake }: { bankMayTake: BankMayTake | null }) =>
  bankMayTake && (
    <div className="mb-5">
      <Notice
        tone="wait"
        title={`The bank can take back ${showCents(bankMayTake.cents)} until ${showDay(bankMayTake.until)}`}
      >
        It came from a bank account whose owner can have it returned until then. What you give back before
        that day could be lost twice. Goodwill can wait; a refund under the terms cannot.
      </Notice>
    </div>
  )

const Amount = ({ label, cents }: { label: string; cents: Cents }) => (
  <div className="flex justify-between gap-4">
    <dt>{label}</dt>
    <dd className="font-semibold">{showCents(cents)}</dd>
  </div>
)
