import { Form, useNavigation, useRevalidator } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { counted } from '#app/platform/words'
import { NotSent } from '#app/ui/admin/admin-form'
import { AdminLink, AdminPanel, StatCard, StatCards, SubmitButton } from '#app/ui/admin/admin-parts'
import { LetterPreview } from '#app/ui/admin/letters'
import { Badge } from '#app/ui/badge'
import { TextLink } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import type { CampaignView } from './answer-campaign.server'

const LOOKS = { draft: ['info', 'Draft'], sending: ['wait', 'Sending'], sent: ['success', 'Sent'] } as const

export function CampaignStateBadge({ state }: { state: keyof typeof LOOKS }) {
  const [tone, label] = LOOKS[state]
  return <Badge tone={tone}>{label}</Badge>
}

const REFRESH_MS = 2_000

/** Browsers drop the native look as soon as a border is reset. */
const BAR =
  'appearance-none overflow-hidden rounded-full bg-admin-line [&::-moz-progress-bar]:bg-umber [&::-webkit-progress-bar]:bg-admin-line [&::-webkit-progress-value]:bg-umber'

/** The progress of sending; refreshes itself while it continues. */
export function CampaignProgress({
  campaign,
  figures,
  minutesLeft,
  began,
  ended,
  preview,
  from,
  mailIsOn,
}: CampaignView) {
  const isSending = campaign.state === 'sending'
  useRefresh(isSending)
  const done = figures.sent + figures.failed
  return (
    <>
      <StatCards>
        <StatCard label="Recipients" value={campaign.recipients} note={began && `Began ${began}`} />
        <StatCard label="Sent" value={figures.sent} note={ended && `Ended ${ended}`} />
        <StatCard label="Failed" value={figures.failed} />
        <StatCard label="Unsubscribed" value={figures.unsubscribed} note="By a link in this letter" />
      </StatCards>
      {isSending && (
        <AdminPanel className="mb-6 p-5">
          <div className="mb-2 flex flex-wrap justify-between gap-x-4 text-sm">
            <label htmlFor="progress" className="font-semibold">
              Sending
            </label>
            <span className="tabular-nums">
              {`${done.toLocaleString('en-US')} of ${campaign.recipients.toLocaleString('en-US')}${minutesLeft === null ? '' : `, about ${counted(minutesLeft, 'minute')} left`}`}
            </span>
          </div>
          <progress
            id="progress"
            max={campaign.recipients}
            value={Math.min(done, campaign.recipients)}
            className={`block h-3 w-full ${BAR}`}
          />
          <p className="mt-3 text-admin-soft text-xs">
            {mailIsOn
              ? 'You can leave this page: sending continues. Mail about bookings always goes first.'
              : 'Mail is not set up on this site: the letters wait in the outbox until a mail server is set (SMTP_URL).'}
          </p>
          <noscript>
            <meta httpEquiv="refresh" content="5" />
            <AdminLink to={`/admin/campaigns/${campaign.id}`} className="mt-3">
              Refresh
            </AdminLink>
          </noscript>
        </AdminPanel>
      )}
      {figures.failed > 0 && <FailedMails failed={figures.failed} interrupted={figures.interrupted} />}
      <h2 className="mb-3 font-semibold text-control">The letter</h2>
      <div className="max-w-3xl">
        <LetterPreview subject={campaign.subject} from={from} html={preview} />
      </div>
    </>
  )
}

function useRefresh(isSending: boolean): void {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!isSending || state !== 'idle') return
    const refresh = () => document.visibilityState === 'visible' && revalidate()
    const timer = window.setTimeout(refresh, REFRESH_MS)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      window.clearTimeout(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [isSending, state, revalidate])
}

function FailedMails({ failed, interrupted }: { failed: number; interrupted: number }) {
  const retrying = useNavigation().formData?.get('intent') === 'retry'
  const refused = failed - interrupted
  return (
    <Notice
      tone="danger"
      title={`${counted(failed, 'email')} could not be sent`}
      className="mb-6"
      actions={
        refused > 0 && (
          <Form method="post" preventScrollReset>
            <SubmitButton
              name="intent"
              value="retry"
              busy={retrying}
              label="Retry failed"
              busyLabel="Trying again..."
              tone="plain"
            />
          </Form>
        )
      }
    >
      {refused > 0 && (
        <p>
          {counted(refused, 'email')} {refused === 1 ? 'was' : 'were'} refused for a whole day. Often an
          address no longer exists; if your mail server was down, try again.
        </p>
      )}
      {interrupted > 0 && (
        <p>
          {counted(interrupted, 'email')} {interrupted === 1 ? 'was' : 'were'} on the way when the site
          stopped, or the mail server fell silent, and may have arrived:{' '}
          {interrupted === 1 ? 'it is' : 'they are'} not sent again, so that no one gets the letter twice.
        </p>
      )}
    </Notice>
  )
}

/** The last look before a letter goes to everyone: what is sent is the draft that is seen here. */
export function CampaignReview({ campaign, subscribers, preview, from, mailIsOn }: CampaignView) {
  const sending = useNavigation().state !== 'idle'
  const place = useRef<HTMLDivElement>(null)
  // The button that led here is gone, and the page stays where it was scrolled to.
  useEffect(() => {
    place.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [])
  const people = counted(subscribers, 'subscriber')
  return (
    <div ref={place} tabIndex={-1} className="grid max-w-3xl grid-cols-1 gap-6 outline-none">
      <AdminPanel title={`Send this letter to ${people}?`}>
        {subscribers > 0 ? (
          <p className="text-sm">
            It goes to everyone who is on the list now, once each. It cannot be recalled or changed after
            that.
          </p>
        ) : (
          <p className="text-sm">
            No one is on the list yet. <TextLink to="/admin/subscribers/add">Add subscribers</TextLink> first;
            the draft is saved.
          </p>
        )}
        {!mailIsOn && (
          <Notice tone="wait" title="Mail is not set up on this site" className="mt-4">
            The letters wait in the outbox until a mail server is set (SMTP_URL).
          </Notice>
        )}
        <NotSent className="mt-4" />
        <Form method="post" className="mt-4 flex flex-wrap gap-2.5">
          <input type="hidden" name="version" value={campaign.version} />
          {subscribers > 0 && (
            <SubmitButton
              name="intent"
              value="send"
              busy={sending}
              label={`Send to ${people}`}
              busyLabel="Sending..."
            />
          )}
          <AdminLink to={`/admin/campaigns/${campaign.id}`}>Back to editing</AdminLink>
        </Form>
      </AdminPanel>
      <LetterPreview subject={campaign.subject} from={from} html={preview} />
    </div>
  )
}
