import type { Failure } from '#app/ui/desk/not-sent'

// Fixed word for word (rules 11.15).
export const LINK_NOT_MADE = { title: 'Failed to generate payment link' }
export const REMINDER_NOT_SENT = { title: 'Failed to send reminder' }
export const RUN_FAILED = {
  title: 'Error',
  description: 'Failed to run automation. Check console for details',
}

export const CLOCK_NOT_MOVED = { title: 'The clock was not moved' }

/** What is said when a button of the installments screen got no answer. */
export function operationFailure(sent: FormData): Failure {
  switch (sent.get('operation')) {
    case 'payment-link':
      return LINK_NOT_MADE
    case 'send-reminder':
      return REMINDER_NOT_SENT
    case 'move-clock':
      return CLOCK_NOT_MOVED
    default:
      return RUN_FAILED
  }
}
