import { getFormProps, useForm } from '@conform-to/react'
import { Form, useNavigation, useSearchParams } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import {
  DAYS_UNTIL_DUE_AT_MOST,
  NOT_DONE,
  numbersFor,
  type StaffReminderForm,
  toRemind,
  withoutRemind,
} from '#app/money/reminders/operations-form'
import { isAfterDueDate, kindByHand, REMINDERS } from '#app/money/reminders/reminder-kinds'
import { INSTALLMENTS } from '#app/tours/promises'
import { filledIn } from '#app/ui/admin/admin-fields'
import { NotSent, useFailureToast, useLastActionData, useLastResult } from '#app/ui/admin/admin-form'
import { adminButton, SubmitButton } from '#app/ui/admin/admin-parts'
import { SelectField, TextField } from '#app/ui/field'
import { Notice } from '#app/ui/notice'
import { showToast } from '#app/ui/toasts/toast-message'
import { REMINDER_KINDS } from '#db/values'
import type { performOperation } from './perform-operation.server'

type Doubt = NonNullable<
  Extract<Awaited<ReturnType<typeof performOperation>>, { data: unknown }>['data']['doubt']
>

/**
 * Asks before a reminder goes out that contradicts the calendar or repeats itself; what is confirmed is what
 * was asked.
 */
function ConfirmReminder({ doubt, formKey }: { doubt: Doubt; formKey: string }) {
  const isBusy = useNavigation().state !== 'idle'
  const kept = withoutRemind(useSearchParams()[0])
  return (
    <Notice
      tone="wait"
      role="alert"
      className="mt-4"
      title={`Send this reminder for ${doubt.bookingReference} anyway?`}
      actions={
        <>
          {/* The safe choice has the focus: a second Enter sends nothing. */}
          <Form method="get" preventScrollReset>
            {[...new URLSearchParams(kept)].map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            {/* biome-ignore lint/a11y/noAutofocus: the question has just come up, and waits for an answer */}
            <button type="submit" autoFocus className={adminButton('plain')}>
              Do Not Send
            </button>
          </Form>
          <Form method="post" preventScrollReset>
            <input type="hidden" name="bookingReference" value={doubt.bookingReference} />
            <input type="hidden" name="installmentNumber" value={doubt.installmentNumber} />
            <input type="hidden" name="daysUntilDue" value={doubt.daysUntilDue} />
            <input type="hidden" name="formKey" value={formKey} />
            <input type="hidden" name="confirmed" value="on" />
            <input type="hidden" name="knownMail" value={doubt.sentMail} />
            <SubmitButton
              name="operation"
              value="send-reminder"
              busy={isBusy}
              label="Send Anyway"
              busyLabel="Sending..."
            />
          </Form>
        </>
      }
    >
      {doubt.words} Nothing was sent yet.
    </Notice>
  )
}

/**
 * The link that was made: in the clipboard where scripts may put it there, and in a field to be taken from.
 */
function PaymentLinkResult({ link }: { link: string }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
    void copy(link)
  }, [link])
  return (
    <div className="mt-4 rounded-field bg-admin p-3.5" role="status">
      <label htmlFor="payment-link" className="mb-1.5 block font-semibold text-xs">
        Payment Link Generated
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          ref={field}
          id="payment-link"
          readOnly
          value={link}
          className="h-11 min-w-0 flex-1 basis-60 rounded-field border border-field bg-white px-3 font-mono text-xs"
        />
        <button
          type="button"
          onClick={() => void copy(link)}
          className={adminButton('plain', '[@media(scripting:none)]:hidden')}
        >
          Copy
        </button>
      </div>
      <p className="mt-1.5 text-admin-soft text-xs">
        The link is for this traveler only, and lasts until their email address changes.
      </p>
    </div>
  )
}

/** A browser may refuse the clipboard: then the link stands selected in its field. */
async function copy(link: string): Promise<void> {
  const isCopied = await navigator.clipboard.writeText(link).then(
    () => true,
    () => false,
  )
  showToast({
    tone: 'success',
    title: 'Payment Link Generated',
    description: isCopied ? 'The link is on your clipboard.' : 'Copy the link from its field.',
  })
}

/** A payment link or a reminder for one installment; the buttons wait for a reference where scripts run. */
export function ManualOperations({ formKey, isAutomatic }: { formKey: string; isAutomatic: boolean }) {
  const answer = useLastActionData<typeof performOperation>()
  useFailureToast(answer)
  const navigation = useNavigation()
  const [form, fields] = useForm<z.input<typeof StaffReminderForm>>({
    id: 'manual-operations',
    lastResult: useLastResult(answer?.result),
  })
  const toFill = toRemind(useSearchParams()[0])
  const typed = {
    reference: String(fields.bookingReference.initialValue ?? toFill.reference),
    days: String(fields.daysUntilDue.initialValue ?? toFill.days),
  }
  const [reference, setReference] = useState(typed.reference)
  const [days, setDays] = useState(typed.days)
  const [hasScripts, setHasScripts] = useState(false)
  useEffect(() => setHasScripts(true), [])
  const busy = navigation.formData?.get('operation')
  const isDisabled = (hasScripts && reference.trim() === '') || navigation.state !== 'idle'
  return (
    <div>
      <Form method="post" preventScrollReset {...getFormProps(form)} className="grid gap-4">
        <input type="hidden" name="formKey" value={formKey} />
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <TextField
            label="Booking Reference"
            className="sm:col-span-2 lg:col-span-1"
            {...filledIn(fields.bookingReference)}
            placeholder="TS-ABC123"
            autoComplete="off"
            autoCapitalize="characters"
            defaultValue={typed.reference}
            onChange={(event) => setReference(event.currentTarget.value)}
          />
          <SelectField
            label="Installment Number"
            {...filledIn(fields.installmentNumber)}
            defaultValue={String(fields.installmentNumber.initialValue ?? toFill.installmentNumber)}
          >
            {numbersFor(toFill.installmentNumber).map((number, index, { length }) => (
              <option key={number} value={number}>
                {number}
                {index === 0 && ' (first)'}
                {index > 0 && length === INSTALLMENTS && ' (final)'}
              </option>
            ))}
          </SelectField>
          <TextField
            label="Days Until Due"
            className="lg:col-span-2"
            {...filledIn(fields.daysUntilDue)}
            type="number"
            min={0}
            max={DAYS_UNTIL_DUE_AT_MOST}
            inputMode="numeric"
            defaultValue={typed.days}
            onInput={(event) => setDays(event.currentTarget.value)}
            hint={
              <>
                {`Which reminder goes out: ${toneWords()}.`}
                <output className="block min-h-5 font-semibold text-ink">
                  {hasScripts && sendsWords(days)}
                </output>
              </>
            }
          />
        </div>
        {isAutomatic && (
          <Notice tone="info" title="This installment is charged automatically">
            The guest agreed to it and gets an email before each charge, so no reminder is needed.
          </Notice>
        )}
        {form.errors?.[0] && <Notice tone="danger" role="alert" title={form.errors[0]} />}
        <NotSent only={NOT_DONE['payment-link']} />
        <NotSent only={NOT_DONE['send-reminder']} />
        <div className="flex flex-wrap gap-2.5">
          <SubmitButton
            name="operation"
            value="payment-link"
            busy={busy === 'payment-link'}
            disabled={isDisabled}
            label="Generate Payment Link"
            busyLabel="Generating..."
          />
          <SubmitButton
            name="operation"
            value="send-reminder"
            busy={busy === 'send-reminder'}
            disabled={isDisabled}
            label="Send Manual Reminder"
            busyLabel="Sending..."
            tone="plain"
          />
        </div>
      </Form>
      {answer?.doubt && <ConfirmReminder doubt={answer.doubt} formKey={formKey} />}
      {answer?.link && <PaymentLinkResult key={answer.link} link={answer.link} />}
    </div>
  )
}

/**
 * Which days chosen make which reminder: '4 or more days, friendly; 2 or 3, urgent; 0 or 1, final notice. …'
 */
export function toneWords(): string {
  const before = REMINDER_KINDS.filter((kind) => !isAfterDueDate(kind))
  const tones = before.map((kind, index) => {
    const milder = before[index - 1]
    const pressing = before[index + 1]
    const least = pressing ? REMINDERS[pressing].daysBefore + 1 : 0
    const most = REMINDERS[kind].daysBefore
    const label = REMINDERS[kind].label.toLowerCase()
    if (!milder) return `${least} or more days, ${label}`
    if (least === most) return `${least}, ${label}`
    return `${least} ${most - least === 1 ? 'or' : 'to'} ${most}, ${label}`
  })
  return `${tones.join('; ')}. After the due date, 0 sends the ${REMINDERS[kindByHand(0, -1)].name}`
}

/** What the days chosen send: 'Sends the urgent reminder.' Nothing where they are no number of days. */
export function sendsWords(typed: string): string {
  if (!/^\d{1,3}$/.test(typed.trim()) || Number(typed) > DAYS_UNTIL_DUE_AT_MOST) return ''
  const days = Number(typed)
  const late = days === 0 ? `, or the ${REMINDERS[kindByHand(0, -1)].name} after the due date` : ''
  return `Sends the ${REMINDERS[kindByHand(days)].name}${late}.`
}
