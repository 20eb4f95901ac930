import { type RefObject, useEffect, useState } from 'react'
import { type AgreedCharge, agreedInLine } from '#app/bookings/installments/autopay'

export type AutopayWish = ReturnType<typeof useAutopay>

/**
 * Whether the card is to be charged for the installments by itself, and who pays. What was ticked before
 * scripts ran, or what the browser put back, is found in the form, and `typed` is what was refused; another
 * plan is ticked anew.
 */
export function useAutopay(
  plan: readonly AgreedCharge[] | null,
  leadEmail: string,
  form: RefObject<HTMLFormElement | null>,
  typed: { autopay?: string; payerEmail?: string } = {},
) {
  const [tickedPlan, setTickedPlan] = useState<string | null>(typed.autopay || null)
  const [typedEmail, setPayerEmail] = useState<string | null>(typed.payerEmail || null)
  const line = plan && plan.length > 0 ? agreedInLine(plan) : null
  const isTicked = line !== null && tickedPlan === line

  const [isRunning, setIsRunning] = useState(false)

  useEffect(() => {
    setIsRunning(true)
    const found = form.current && new FormData(form.current)
    const ticked = found?.get('autopay')
    if (typeof ticked === 'string') setTickedPlan(ticked)
    const email = found?.get('payerEmail')
    if (typeof email === 'string' && email) setPayerEmail(email)
  }, [form])

  const payerEmail = typedEmail ?? leadEmail
  return {
    isTicked,
    isRunning,
    tick: (isOn: boolean) => setTickedPlan(isOn ? line : null),
    payerEmail,
    setPayerEmail,
    /** What goes with the payment; nothing where it is not ticked. */
    sent: isTicked ? { autopay: line, ...(payerEmail.trim() && { payerEmail }) } : {},
  }
}
