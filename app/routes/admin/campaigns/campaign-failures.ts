import type { Failure } from '#app/ui/desk/not-sent'

export const DRAFT_NOT_SAVED = { title: 'Failed to save the draft' }
export const TEST_NOT_SENT = { title: 'Failed to send the test' }

/** What is said when a button of a campaign's pages got no answer. */
export function campaignFailure(sent: FormData): Failure {
  switch (sent.get('intent')) {
    case 'test':
      return TEST_NOT_SENT
    case 'send':
      return { title: 'Failed to begin sending' }
    case 'retry':
      return { title: 'Failed to try the mails again' }
    default:
      return DRAFT_NOT_SAVED
  }
}
