import { Form, useNavigation } from '@remix-run/react'
import { deskButton } from '#app/ui/desk/desk-button'
import { Notice } from '#app/ui/notice'
import type { performOperation } from './perform-operation.server'

type Doubt = NonNullable<
  Extract<Awaited<ReturnType<typeof performOperation>>, { data: unknown }>['data']['doubt']
>

/** Asks before a reminder goes out that contradicts the calendar or repeats itself; what is confirmed is what was asked. */
export function ConfirmReminder({ doubt, formKey }: { doubt: Doubt; formKey: string }) {
  const isBusy = useNavigation().state !== 'idle'
  return (
    <Notice
      tone="wait"
      role="alert"
      className="mt-4"
      title={`Send this reminder for ${doubt.bookingReference} all the same?`}
      actions={
        <>
          {/* The safe choice has the focus: a second Enter sends nothing. */}
          <Form method="get" preventScrollReset>
            {/* biome-ignore lint/a11y/noAutofocus: the question has just come up, and waits for an answer */}
            <button type="submit" autoFocus className={deskButton('plain')}>
              Do Not Send
            </button>
          </Form>
          <Form method="post" preventScrollReset>
            <input type="hidden" name="bookingReference" value={doubt.bookingReference} />
            <input type="hidden" name="installmentNumber" value={doubt.installmentNumber} />
            <input type="hidden" name="daysUntilDue" value={doubt.daysUntilDue} />
            <input type="hidden" name="formKey" value={formKey} />
            <input type="hidden" name="confirmed" value="on" />
            <button
              type="submit"
              name="operation"
              value="send-reminder"
              disabled={isBusy}
              className={deskButton('main')}
            >
              {isBusy ? 'Sending...' : 'Send All the Same'}
            </button>
          </Form>
        </>
      }
    >
      {doubt.words} Nothing was sent yet.
    </Notice>
  )
}
