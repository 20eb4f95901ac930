import { type ActionFunctionArgs, data } from '@remix-run/node'
import type { z } from 'zod'
import { readSubmission } from '#app/server/read-form.server'
import { requireStaff } from '#app/server/staff-session.server'
import type { Staff } from '#app/staff/sessions.server'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import type { ToastMessage } from '#app/ui/toasts/toast-message'
import { notStoppedWords } from './named-booking.server'

/** Done, or refused in the dialog: about one field, or with the quote that holds now. */
export type MoneyAnswer<Quote> =
  | { toast: ToastMessage }
  | { words: string; status?: number; field?: string; quote?: Quote }

/**
 * The action of every dialog that changes a booking: who is asking, what they typed, one command, one answer. Success
 * goes back to the booking's page. Says so where Stripe, not answering, kept the command from stopping an open payment.
 */
export async function answerMoneyCommand<Schema extends z.ZodObject, Quote = never>(
  { request, params }: ActionFunctionArgs,
  schema: Schema,
  command: (
    typed: z.output<Schema> & { reference: string },
    staff: Staff,
  ) => MoneyAnswer<Quote> | Promise<MoneyAnswer<Quote>>,
) {
  const staff = await requireStaff(request, 'change money')
  const submission = await readSubmission(request, schema)
  if (submission.status !== 'success')
    return data({ result: submission.reply(), quote: null }, { status: 400 })
  const reference = params.reference ?? ''
  const answer = await Promise.resolve(command({ ...submission.value, reference }, staff)).catch(
    (error): MoneyAnswer<Quote> => ({ words: notStoppedWords(error), status: 502 }),
  )
  if ('toast' in answer) return redirectWithToast(`/admin/bookings/${reference}`, answer.toast)
  const { words, field, status = 409, quote = null } = answer
  const result = submission.reply(field ? { fieldErrors: { [field]: [words] } } : { formErrors: [words] })
  return data({ result, quote }, { status })
}

/** Somebody else was faster, or nothing was left to do. */
export const nothingChanged = (description: string): { toast: ToastMessage } => ({
  toast: { tone: 'info', title: 'Nothing was changed', description },
})
