import type { SubmissionResult } from '@conform-to/react'
import type { Failure } from '#app/ui/admin/admin-form'

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

/** What the buttons of the editor ask for; all but the preview save the draft first. */
export const EDITOR_INTENTS = ['save', 'test', 'review', 'preview'] as const
export type EditorIntent = (typeof EDITOR_INTENTS)[number]

/** What the editor reads when it stays on its page. */
export type EditorAnswer = {
  result: SubmissionResult | null
  /** The letter as it will look, of what was typed and not saved. */
  preview?: string
  /** The draft as somebody else has saved it in the meantime. */
  conflict?: { version: number; subject: string; body: string }
  /** What was typed after the sending had begun: it is given back, for there is no draft anymore. */
  tooLate?: { subject: string; body: string }
}
