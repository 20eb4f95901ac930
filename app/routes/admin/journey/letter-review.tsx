import { Form, useNavigation } from '@remix-run/react'
import { counted } from '#app/platform/words'
import { NotSent } from '#app/ui/admin/admin-form'
import { AdminLink, AdminPanel, adminButton, IntentButton } from '#app/ui/admin/admin-parts'
import { BookingLink } from '#app/ui/admin/admin-shell'
import { LetterPreview, ReaderField } from '#app/ui/admin/letters'
import { TextField } from '#app/ui/field'
import { ArrivedNotice, Notice } from '#app/ui/notice'
import { SummaryList } from '#app/ui/summary-list'
import type { LetterFacts, reviewView } from './letter-page.server'

type Props = {
  letter: LetterFacts
  review: ReturnType<typeof reviewView>
  mayWrite: boolean
  page: string
  refused: string | null
}

/** A letter that has not left: how it reads, who gets it and who does not, and the buttons that send it. */
export const LetterReview = ({ letter, review, mayWrite, page, refused }: Props) => (
  <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
    <div className="grid grid-cols-1 gap-5">
      {refused && <ArrivedNotice tone="danger" role="alert" title={refused} />}
      <WhatHappens letter={letter} review={review} mayWrite={mayWrite} page={page} />
      <section aria-labelledby="preview">
        <h2 id="preview" className="mb-3 font-semibold text-control">
          Preview
        </h2>
        {review.reader && (
          <Form
            method="get"
            action={page}
            preventScrollReset
            className="mb-3 flex flex-wrap items-end gap-2.5"
          >
            <ReaderField
              readers={review.gets.map(({ travelerId, called, reference }) => ({
                ...{ value: travelerId, label: `${called}, ${reference}` },
              }))}
              chosen={review.reader.travelerId}
            />
            <button type="submit" className={adminButton('plain', 'min-h-12.5')}>
              Show
            </button>
          </Form>
        )}
        {review.preview ? (
          <LetterPreview from={review.from} {...review.preview} />
        ) : (
          <Notice tone="info" title="No one to preview it for">
            No one would get this letter as it is now.
          </Notice>
        )}
      </section>
    </div>
    <div className="grid grid-cols-1 gap-5">
      <Readers review={review} />
      {mayWrite && <TestPanel letter={letter} review={review} page={page} />}
    </div>
  </div>
)

function WhatHappens({ letter, review, mayWrite, page }: Omit<Props, 'refused'>) {
  const busy = useNavigation().formData?.get('intent')
  const isDraft = letter.state === 'draft'
  const readers = counted(review.gets.length, 'mailbox', 'mailboxes')
  const maySend = isDraft && review.gets.length > 0 && review.waits === null
  return (
    <AdminPanel title={isDraft ? 'Nothing has been sent yet' : 'Before it leaves'}>
      <SummaryList
        rows={[
          { label: 'For', value: letter.audience },
          { label: 'Sent', value: letter.addressees },
          { label: 'Leaves', value: leavesWords(letter) },
          { label: 'As it is now', value: `${readers}; looked at again when it leaves` },
        ]}
      />
      {review.waits && <Notice tone="danger" title={review.waits} className="mt-4" />}
      {letter.state === 'scheduled' && letter.isTooLate && (
        <Notice tone="wait" title="It is too late: it will not be sent" className="mt-4" />
      )}
      {!review.mailIsOn && (
        <Notice tone="wait" title="Mail is not set up on this site" className="mt-4">
          Letters wait in the outbox until a mail server is set (SMTP_URL).
        </Notice>
      )}
      <NotSent className="mt-4" />
      {mayWrite && (
        <Form method="post" action={page} preventScrollReset className="mt-4 flex flex-wrap gap-2.5">
          <input type="hidden" name="version" value={letter.version} />
          <input type="hidden" name="shown" value={review.fingerprint} />
          {isDraft && letter.leaves && !letter.isTooLate && (
            <IntentButton intent="schedule" tone="main" busy={busy} busyLabel="Scheduling...">
              {letter.isDue ? 'Schedule: it is due, so it leaves at once' : `Schedule for ${letter.leaves}`}
            </IntentButton>
          )}
          {maySend && (
            <IntentButton
              intent="send"
              tone={letter.leaves ? 'plain' : 'main'}
              busy={busy}
              busyLabel="Sending..."
            >
              {`Send now to ${readers}`}
            </IntentButton>
          )}
          {isDraft ? (
            <>
              <AdminLink to={`${page}?edit`}>Edit</AdminLink>
              <AdminLink to={`${page}?remove`} preventScrollReset tone="danger" className="sm:ml-auto">
                Delete
              </AdminLink>
            </>
          ) : (
            <IntentButton intent="hold" busy={busy} busyLabel="Stopping...">
              {letter.state === 'scheduled' ? 'Take off the schedule' : 'Make it a draft again'}
            </IntentButton>
          )}
        </Form>
      )}
    </AdminPanel>
  )
}

function leavesWords({ leaves, counted, isTooLate }: LetterFacts): string {
  if (!leaves) return 'When “Send now” is pressed'
  return `${leaves}${counted ? `, ${counted}` : ''}${isTooLate ? '. It is too late' : ''}`
}

const Readers = ({ review: { gets, others } }: Pick<Props, 'review'>) => (
  <AdminPanel title={`Who gets it (${gets.length})`}>
    {gets.length === 0 && <p className="text-sm">No one, as it is now.</p>}
    <ul className="grid gap-2.5 text-sm">
      {gets.map(({ travelerId, called, reference, address, alsoFor }) => (
        <li key={travelerId} className="wrap-anywhere">
          <span dir="auto" className="font-semibold">
            {called}
          </span>
          , <BookingLink reference={reference} />
          <span className="block text-admin-soft text-xs">
            {address}
            {alsoFor.length > 0 && `, also for ${alsoFor.join(', ')}`}
          </span>
        </li>
      ))}
    </ul>
    {others.length > 0 && (
      <details className="mt-4">
        <summary className="cursor-pointer py-1.5 font-semibold text-sm">
          Why {counted(others.length, 'other does', 'others do')} not
        </summary>
        <ul className="mt-2 grid gap-2 text-sm">
          {others.map(({ travelerId, called, reference, why, through }) => (
            <li key={travelerId}>
              <span dir="auto">{called}</span>, <BookingLink reference={reference} />:{' '}
              {why ?? `through ${through}`}
            </li>
          ))}
        </ul>
      </details>
    )}
  </AdminPanel>
)

function TestPanel({ letter, review, page }: Pick<Props, 'letter' | 'review' | 'page'>) {
  const busy = useNavigation().formData?.get('intent')
  return (
    <AdminPanel title="Send a test">
      <Form method="post" action={page} noValidate preventScrollReset className="grid gap-3">
        <input type="hidden" name="version" value={letter.version} />
        <input type="hidden" name="as" value={review.reader?.travelerId ?? ''} />
        <TextField
          name="testTo"
          type="email"
          label="To"
          autoComplete="email"
          defaultValue={review.testTo}
          hint="As it reads for the traveler in the preview, with links that open nothing."
          required
        />
        <div>
          <IntentButton intent="test" busy={busy} busyLabel="Sending test...">
            Send test
          </IntentButton>
        </div>
      </Form>
    </AdminPanel>
  )
}
