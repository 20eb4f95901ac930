import { Form, useNavigation } from '@remix-run/react'
import { counted } from '#app/platform/words'
import { NotSent, useUnsavedForm } from '#app/ui/admin/admin-form'
import { AdminLink, AdminPanel, adminButton, IntentButton } from '#app/ui/admin/admin-parts'
import { BookingLink } from '#app/ui/admin/admin-shell'
import { LetterPreview, ReaderField } from '#app/ui/admin/letters'
import { TextField } from '#app/ui/field'
import { TextLink } from '#app/ui/link'
import { ArrivedNotice, Notice } from '#app/ui/notice'
import { SummaryList } from '#app/ui/summary-list'
import type { BroadcastFacts, BroadcastView, ReviewView } from './broadcast-page.server'

type Props = { loaded: BroadcastView; review: ReviewView; refused: string | null }

/** Before it has left: how it reads, who gets it and who does not, and the buttons that send it. */
export const BroadcastReview = ({ loaded, review, refused }: Props) => (
  <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
    <div className="grid grid-cols-1 gap-5">
      {refused && <ArrivedNotice tone="danger" role="alert" title={refused} />}
      <WhatHappens loaded={loaded} review={review} />
      <PreviewPanel loaded={loaded} />
    </div>
    <div className="grid grid-cols-1 gap-5">
      {!loaded.facts.isCampaign && <Readers review={review} />}
      {loaded.mayWrite && <TestPanel loaded={loaded} review={review} />}
    </div>
  </div>
)

/** The letter as one of its readers sees it. */
export const PreviewPanel = ({ loaded: { page, preview } }: Pick<Props, 'loaded'>) => (
  <section aria-labelledby="preview">
    <h2 id="preview" className="mb-3 font-semibold text-control">
      Preview
    </h2>
    {preview.reader !== null && (
      <Form method="get" action={page} preventScrollReset className="mb-3 flex flex-wrap items-end gap-2.5">
        <ReaderField readers={preview.readers} chosen={preview.reader} />
        <button type="submit" className={adminButton('plain', 'min-h-12.5')}>
          Show
        </button>
      </Form>
    )}
    <LetterPreview from={preview.from} {...preview.letter} />
  </section>
)

function WhatHappens({ loaded, review }: Omit<Props, 'refused'>) {
  const { facts, mayWrite, page, mailIsOn, copyKey } = loaded
  const busy = useNavigation().formData?.get('intent')
  const isDraft = facts.state === 'draft'
  const isReady = isDraft && review.waits === null && !review.lacksAddress
  return (
    <AdminPanel title={isDraft ? 'Nothing has been sent yet' : 'Before it leaves'}>
      <SummaryList
        rows={[
          { label: 'For', value: facts.audience },
          ...(facts.addressees ? [{ label: 'Sent', value: facts.addressees }] : []),
          { label: 'Leaves', value: leavesWords(facts) },
          { label: 'As it is now', value: `${review.goesTo}; looked at again when it leaves` },
        ]}
      />
      {facts.isCampaign && (
        <p className="mt-3 text-admin-soft text-xs">
          It goes to everyone who is on the list when it leaves, once each. It cannot be recalled or changed
          after that.
        </p>
      )}
      {review.waits && <Notice tone="danger" title={review.waits} className="mt-4" />}
      {review.lacksAddress && (
        <Notice tone="danger" title="Your mailing address is missing" className="mt-4">
          The law on commercial mail asks for it at the end of every campaign. Please enter it under{' '}
          <TextLink to="/admin/settings">Settings</TextLink> first.
        </Notice>
      )}
      {facts.isCampaign && review.total === 0 && (
        <Notice tone="wait" title="No one is on the list yet" className="mt-4">
          <TextLink to="/admin/subscribers/add">Add subscribers</TextLink> first; the draft is saved.
        </Notice>
      )}
      {facts.state === 'scheduled' && facts.isTooLate && (
        <Notice tone="wait" title="It is too late: it will not be sent" className="mt-4" />
      )}
      {!mailIsOn && (
        <Notice tone="wait" title="Mail is not set up on this site" className="mt-4">
          Letters wait in the outbox until a mail server is set (SMTP_URL).
        </Notice>
      )}
      <NotSent className="mt-4" />
      {mayWrite && (
        <Form method="post" action={page} preventScrollReset className="mt-4 flex flex-wrap gap-2.5">
          <input type="hidden" name="version" value={facts.version} />
          <input type="hidden" name="shown" value={review.fingerprint} />
          <input type="hidden" name="formKey" value={copyKey} />
          {isReady && facts.leaves && !facts.isTooLate && (
            <IntentButton intent="schedule" tone="main" busy={busy} busyLabel="Scheduling...">
              {facts.isDue ? 'Schedule: it is due, so it leaves at once' : `Schedule for ${facts.leaves}`}
            </IntentButton>
          )}
          {isReady && review.total > 0 && (
            <IntentButton
              intent="send"
              tone={facts.leaves ? 'plain' : 'main'}
              busy={busy}
              busyLabel="Sending..."
            >
              {`Send now to ${review.goesTo}`}
            </IntentButton>
          )}
          {isDraft && <AdminLink to={`${page}?edit`}>Edit</AdminLink>}
          {!isDraft && (
            <IntentButton intent="hold" busy={busy} busyLabel="Stopping...">
              {facts.state === 'scheduled' ? 'Take off the schedule' : 'Make it a draft again'}
            </IntentButton>
          )}
          <CopyButton busy={busy} />
          {isDraft && (
            <AdminLink to={`${page}?remove`} preventScrollReset tone="danger" className="sm:ml-auto">
              Delete
            </AdminLink>
          )}
        </Form>
      )}
    </AdminPanel>
  )
}

/** Begins a draft with the same words. */
export const CopyButton = ({ busy }: { busy: unknown }) => (
  <IntentButton intent="copy" busy={busy} busyLabel="Copying...">
    Copy
  </IntentButton>
)

function leavesWords({ leaves, counted, isTooLate }: BroadcastFacts): string {
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

function TestPanel({ loaded: { facts, page, preview }, review }: Omit<Props, 'refused'>) {
  const busy = useNavigation().formData?.get('intent')
  return (
    <AdminPanel title="Send a test">
      <Form method="post" action={page} noValidate preventScrollReset className="grid gap-3">
        <input type="hidden" name="version" value={facts.version} />
        <input type="hidden" name="as" value={preview.reader ?? ''} />
        <TextField
          name="testTo"
          type="email"
          label="To"
          autoComplete="email"
          defaultValue={useUnsavedForm()?.testTo ?? review.testTo}
          hint="As it reads in the preview, with links that open nothing."
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
