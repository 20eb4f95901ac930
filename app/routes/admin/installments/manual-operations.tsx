import { getFormProps, useForm } from '@conform-to/react'
import { Form, useNavigation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { ManualReminderForm } from '#app/reminders/operations-form'
import { DAYS_UNTIL_DUE_AT_MOST, USUAL_DAYS_UNTIL_DUE } from '#app/reminders/operations-form'
import { useFailureToast } from '#app/routes/admin/desk-form'
import { deskButton } from '#app/ui/desk/desk-button'
import { DeskPanel } from '#app/ui/desk/desk-panel'
import { useLastResult } from '#app/ui/desk/kept-form'
import { NotSent, useDeskAnswer } from '#app/ui/desk/not-sent'
import { Notice } from '#app/ui/notice'
import { SelectField } from '#app/ui/select-field'
import { TextField } from '#app/ui/text-field'
import { ConfirmReminder } from './confirm-reminder'
import { LINK_NOT_MADE, REMINDER_NOT_SENT } from './operation-failures'
import { PaymentLinkResult } from './payment-link-result'
import type { performOperation } from './perform-operation.server'
import { toneWords } from './reminder-words'

/** A payment link or a reminder for one installment; the buttons wait for a reference where scripts run. */
export function ManualOperations({ formKey }: { formKey: string }) {
  const answer = useDeskAnswer<typeof performOperation>()
  useFailureToast(answer)
  const navigation = useNavigation()
  const [form, fields] = useForm<z.input<typeof ManualReminderForm>>({
    id: 'manual-operations',
    lastResult: useLastResult(answer?.result),
  })
  const [reference, setReference] = useState(String(fields.bookingReference.initialValue ?? ''))
  const [hasScripts, setHasScripts] = useState(false)
  useEffect(() => setHasScripts(true), [])
  const busy = navigation.formData?.get('operation')
  const isDisabled = (hasScripts && reference.trim() === '') || navigation.state !== 'idle'
  return (
    <DeskPanel title="Manual operations">
      <Form method="post" preventScrollReset {...getFormProps(form)} className="grid gap-4">
        <input type="hidden" name="formKey" value={formKey} />
        <TextField
          label="Booking Reference"
          name="bookingReference"
          id={fields.bookingReference.id}
          placeholder="TS-ABC123"
          autoComplete="off"
          autoCapitalize="characters"
          defaultValue={fields.bookingReference.initialValue}
          errors={fields.bookingReference.errors}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Installment Number"
            name="installmentNumber"
            id={fields.installmentNumber.id}
            defaultValue={String(fields.installmentNumber.initialValue ?? '1')}
            errors={fields.installmentNumber.errors}
          >
            <option value="1">1 (first)</option>
            <option value="2">2 (final)</option>
          </SelectField>
          <TextField
            label="Days Until Due"
            name="daysUntilDue"
            id={fields.daysUntilDue.id}
            type="number"
            min={0}
            max={DAYS_UNTIL_DUE_AT_MOST}
            inputMode="numeric"
            defaultValue={String(fields.daysUntilDue.initialValue ?? USUAL_DAYS_UNTIL_DUE)}
            errors={fields.daysUntilDue.errors}
            hint={`Sets the tone: ${toneWords()}.`}
          />
        </div>
        {form.errors?.[0] && <Notice tone="danger" role="alert" title={form.errors[0]} />}
        <NotSent only={LINK_NOT_MADE} />
        <NotSent only={REMINDER_NOT_SENT} />
        <div className="flex flex-wrap gap-2.5">
          <button
            type="submit"
            name="operation"
            value="payment-link"
            disabled={isDisabled}
            className={deskButton('main')}
          >
            {busy === 'payment-link' ? 'Generating...' : 'Generate Payment Link'}
          </button>
          <button
            type="submit"
            name="operation"
            value="send-reminder"
            disabled={isDisabled}
            className={deskButton('plain')}
          >
            {busy === 'send-reminder' ? 'Sending...' : 'Send Manual Reminder'}
          </button>
        </div>
      </Form>
      {answer?.doubt && <ConfirmReminder doubt={answer.doubt} formKey={formKey} />}
      {answer?.link && <PaymentLinkResult key={answer.link} link={answer.link} />}
    </DeskPanel>
  )
}
