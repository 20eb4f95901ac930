import {
  type FieldMetadata,
  type FormMetadata,
  getFormProps,
  type SubmissionResult,
  useForm,
} from '@conform-to/react'
import { Form, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { MONEY_NOTE_AT_MOST } from '#app/money/money-forms'
import { filledIn } from '#app/ui/admin/admin-fields'
import { NotSent, useLastActionData, useLastResult } from '#app/ui/admin/admin-form'
import { type AdminButtonTone, adminButton } from '#app/ui/admin/admin-parts'
import { DialogActions, RouteDialog } from '#app/ui/admin/route-dialog'
import { FieldError, TextAreaField, TextField } from '#app/ui/field'
import { Notice } from '#app/ui/notice'

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

type MoneyDialogProps<Typed extends Record<string, unknown>> = {
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
  tone?: AdminButtonTone
  label: string
  busyLabel: string
  /** What was shown, sent along: where it has changed since, the command refuses. */
  shown?: Record<string, string | number>
  children?: ReactNode
}

/** A dialog about a booking: what follows, the fields, what was refused, its button and the way back. */
export function MoneyDialog<Typed extends Record<string, unknown>>(props: MoneyDialogProps<Typed>) {
  const { reference, title, lead, about, form, formKey, tone = 'main', label, busyLabel, children } = props
  const page = `/admin/bookings/${reference}`
  const { backTo = page, shown = {} } = props
  const busy = useNavigation().state !== 'idle'
  const sent = { ...(formKey && { formKey }), ...shown }
  const ofUnseen = Object.keys(sent).flatMap((name) => form.allErrors[name] ?? [])
  const refused = form.errors?.[0] ?? ofUnseen[0]
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
        <DialogActions cancelTo={backTo} cancelLabel="Back" {...{ busy, label, busyLabel, tone }} />
      </Form>
    </RouteDialog>
  )
}

type AskFormProps<Typed extends Record<string, unknown>> = {
  form?: FormMetadata<Typed, string[]>
  /** The request of a traveler that the dialog answers. */
  request?: string
  label: string
  children: ReactNode
}

/** What is typed first, by GET: what it comes to is shown next. */
export function AskForm<Typed extends Record<string, unknown>>(props: AskFormProps<Typed>) {
  const { form, request, label, children } = props
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="get" {...(form && getFormProps(form))} preventScrollReset className="grid gap-5">
      {request && <input type="hidden" name="request" value={request} />}
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
