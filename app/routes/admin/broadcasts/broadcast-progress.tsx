import { Form, useNavigation, useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { SKIPPED_WORDS } from '#app/mail/skipped-words'
import { counted } from '#app/platform/words'
import { NotSent } from '#app/ui/admin/admin-form'
import { AdminLink, AdminPanel, IntentButton, StatCard, StatCards } from '#app/ui/admin/admin-parts'
import { Badge, type BadgeTone } from '#app/ui/badge'
import { ArrivedNotice, Notice } from '#app/ui/notice'
import type { BroadcastFacts, BroadcastView, ProgressView } from './broadcast-page.server'
import { Missed, NotRead, ReadersTable } from './broadcast-readers'
import { CopyButton, PreviewPanel } from './broadcast-review'

const LOOKS: Record<BroadcastFacts['state'], [BadgeTone, string]> = {
  draft: ['quiet', 'Draft'],
  scheduled: ['info', 'Scheduled'],
  sending: ['wait', 'Sending'],
  sent: ['success', 'Sent'],
  skipped: ['failed', 'Not sent'],
}

type StateProps = { facts: Pick<BroadcastFacts, 'state' | 'skippedBecause' | 'isUrgent' | 'missed'> }

/** The state of a broadcast, and whether it is urgent. */
export function BroadcastState({ facts }: StateProps) {
  const [tone, label] = LOOKS[facts.state]
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <Badge tone={tone}>
        {facts.skippedBecause ? `${label}: ${SKIPPED_WORDS[facts.skippedBecause]}` : label}
      </Badge>
      {facts.isUrgent && <Badge tone="failed">Urgent</Badge>}
      {facts.missed > 0 && <Badge tone="wait">{facts.missed} more would get it now</Badge>}
    </span>
  )
}

type Props = { loaded: BroadcastView; progress: ProgressView; refused: string | null }

/** One that is leaving or has left, beside its readers; refreshes itself while it is sent. */
export function BroadcastProgress({ loaded, progress, refused }: Props) {
  const { facts, page, mayWrite, missed, copyKey } = loaded
  const isSending = facts.state === 'sending'
  const busy = useNavigation().formData?.get('intent')
  useRefresh(isSending)
  return (
    <div className="grid grid-cols-1 gap-5">
      {refused && <ArrivedNotice tone="danger" role="alert" title={refused} />}
      <NotSent />
      {missed && <Missed missed={missed} page={page} />}
      <StatCards>
        <StatCard
          label={facts.isCampaign ? 'Recipients' : 'Written to'}
          value={progress.recipients}
          note={facts.began && `Began ${facts.began}`}
        />
        <StatCard label="Sent" value={progress.sent} note={facts.ended && `Ended ${facts.ended}`} />
        {!facts.isCampaign && <StatCard label="Waiting" value={progress.waiting} />}
        <StatCard label={facts.isCampaign ? 'Failed' : 'Not delivered'} value={progress.failed} />
        {progress.unsubscribed !== null && (
          <StatCard label="Unsubscribed" value={progress.unsubscribed} note="By a link in this letter" />
        )}
        {progress.read !== null && <StatCard label="Read" value={progress.read} />}
      </StatCards>
      {isSending && facts.isCampaign && <ProgressBar loaded={loaded} progress={progress} />}
      {facts.isCampaign && progress.failed > 0 && <FailedMails page={page} progress={progress} />}
      {facts.isUrgent && progress.readers && <NotRead readers={progress.readers} />}
      {progress.readers && <ReadersTable readers={progress.readers} isUrgent={facts.isUrgent} />}
      <div className="max-w-3xl">
        <PreviewPanel loaded={loaded} />
      </div>
      {mayWrite && (
        <Form method="post" action={page} preventScrollReset>
          <input type="hidden" name="formKey" value={copyKey} />
          <CopyButton busy={busy} />
        </Form>
      )}
    </div>
  )
}

const REFRESH_MS = 2_000

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

/** Browsers drop the native look as soon as a border is reset. */
const BAR =
  'appearance-none overflow-hidden rounded-full bg-admin-line [&::-moz-progress-bar]:bg-umber [&::-webkit-progress-bar]:bg-admin-line [&::-webkit-progress-value]:bg-umber'

function ProgressBar({ loaded: { page, mailIsOn }, progress }: Omit<Props, 'refused'>) {
  const { sent, failed, recipients, minutesLeft } = progress
  const done = sent + failed
  return (
    <AdminPanel className="p-5">
      <div className="mb-2 flex flex-wrap justify-between gap-x-4 text-sm">
        <label htmlFor="progress" className="font-semibold">
          Sending
        </label>
        <span className="tabular-nums">
          {`${done.toLocaleString('en-US')} of ${recipients.toLocaleString('en-US')}${minutesLeft === null ? '' : `, about ${counted(minutesLeft, 'minute')} left`}`}
        </span>
      </div>
      <progress
        id="progress"
        max={recipients}
        value={Math.min(done, recipients)}
        className={`block h-3 w-full ${BAR}`}
      />
      <p className="mt-3 text-admin-soft text-xs">
        {mailIsOn
          ? 'You can leave this page: sending continues. Mail about bookings always goes first.'
          : 'Mail is not set up on this site: the letters wait in the outbox until a mail server is set (SMTP_URL).'}
      </p>
      <noscript>
        <meta httpEquiv="refresh" content="5" />
        <AdminLink to={page} className="mt-3">
          Refresh
        </AdminLink>
      </noscript>
    </AdminPanel>
  )
}

function FailedMails({ page, progress: { failed, interrupted } }: { page: string; progress: ProgressView }) {
  const busy = useNavigation().formData?.get('intent')
  const refused = failed - interrupted
  return (
    <Notice
      tone="danger"
      title={`${counted(failed, 'email')} could not be sent`}
      actions={
        refused > 0 && (
          <Form method="post" action={page} preventScrollReset>
            <IntentButton intent="retry" busy={busy} busyLabel="Trying again...">
              Retry failed
            </IntentButton>
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
