import { Form, useNavigation } from '@remix-run/react'
import { dueWords } from '#app/bookings/installments/due'
import { amountOnItsWay } from '#app/bookings/on-its-way'
import type { Day } from '#app/platform/days'
import { type Cents, showCents } from '#app/platform/money'
import { Badge, type BadgeTone } from '#app/ui/badge'
import { Button } from '#app/ui/button'
import { TextLink } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { Panel } from '#app/ui/panel'
import type { WhoPaysView } from './share-views.server'
import type { WhoPaysAnswer } from './who-pays.server'

type Props = { token: string; whoPays: WhoPaysView; today: Day; answer: WhoPaysAnswer | undefined }

/** Whether the lead traveler pays for everybody or each pays their own, and then how each stands. */
export const WhoPays = (props: Props) => (
  <Panel as="section" id="who-pays" title="Who pays" className="scroll-mt-24 p-6 sm:p-8">
    {props.answer && (
      <Notice
        tone="danger"
        role="alert"
        title={props.answer.refused}
        className="mt-4"
        autoFocus
        tabIndex={-1}
      />
    )}
    {props.whoPays.eachPays ? <Each {...props} /> : <One {...props} />}
  </Panel>
)

function One({ token, whoPays: { shares } }: Props) {
  const without = shares.filter(({ isLead, hasEmail }) => !isLead && !hasEmail)
  return (
    <>
      <p className="mt-2 text-sm">
        You pay for everybody. Instead, each of you can pay their own share: everyone gets a link by email,
        with their share and its due dates. The dates and the contract stay as they are. You see who has paid,
        can pay anybody’s share, and hear from us when one is late.
      </p>
      {without.length > 0 && (
        <p className="mt-3 text-sm">
          We have no email address of{' '}
          {without.map(({ position, name }, index) => (
            <span key={position}>
              {index > 0 && (index === without.length - 1 ? ' and ' : ', ')}
              <TextLink to={`/booking/${token}/travelers/${position}`} className="inline-block py-1">
                <bdi>{name}</bdi>
              </TextLink>
            </span>
          ))}{' '}
          yet. You can add it now or later, or hand on the link yourself.
        </p>
      )}
      <Choose command="each-pays" label="Each pays their own share" />
    </>
  )
}

function Each({ token, whoPays: { shares }, today }: Props) {
  return (
    <>
      <p className="mt-2 text-sm">
        Each of you pays their own share. You can pay anybody’s, and we let you know when one is late.
      </p>
      <ul className="mt-3">
        {shares.map((share) => (
          <Share key={share.position} token={token} share={share} today={today} />
        ))}
      </ul>
      <details className="mt-2 text-sm print:hidden">
        <summary className="fold w-fit py-1 underline underline-offset-3">Pay for everybody again</summary>
        <p className="mt-2">
          The others’ links no longer ask them for money then, and all that is left is yours to pay. What each
          of you has paid stays paid.
        </p>
        <Choose command="one-pays" label="I pay for everybody" />
      </details>
    </>
  )
}

type ShareOf = WhoPaysView['shares'][number]

const STANDINGS: Record<ShareOf['standing'], { words: string; tone: BadgeTone }> = {
  paid: { words: 'Paid', tone: 'success' },
  'on-its-way': { words: 'On its way', tone: 'info' },
  late: { words: 'Late', tone: 'failed' },
  'on-time': { words: 'On time', tone: 'quiet' },
}

function Share({ token, share, today }: { token: string; share: ShareOf; today: Day }) {
  const { position, isLead, name, called, standing, next } = share
  const { words, tone } = STANDINGS[standing]
  return (
    <li className="border-line border-t py-4 first:border-t-0">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="min-w-0 break-words font-medium">
          <bdi>{name}</bdi>
          {isLead && ' (you)'}
        </span>
        <Badge tone={tone}>{words}</Badge>
      </p>
      <dl className="mt-2 grid grid-cols-3 gap-x-4 text-sm">
        <Figure label="Share" amountCents={share.shareCents} />
        <Figure label="Paid" amountCents={share.paidCents} />
        <Figure label="Left" amountCents={share.owedCents} />
      </dl>
      {next && (
        <p className="mt-1.5 text-ink-soft text-xs">
          Next: {showCents(next.owedCents)}, {dueWords(next, today)}
          {share.isAutomatic && ', charged automatically'}
        </p>
      )}
      {share.onItsWayCents > 0 && (
        <p className="mt-1.5 text-ink-soft text-xs">
          {amountOnItsWay(share.onItsWayCents)} from a bank account
        </p>
      )}
      <p className="mt-1 flex flex-wrap gap-x-5 text-sm print:hidden">
        {share.owedCents > 0 && (
          <TextLink to={`/pay/${token}?whose=${position}`} reloadDocument className="inline-block py-1">
            {isLead ? 'Pay your share' : `Pay ${called}’s share`}
          </TextLink>
        )}
        {!isLead && !share.hasEmail && (
          <TextLink to={`/booking/${token}/travelers/${position}`} className="inline-block py-1">
            No email address yet: add it
          </TextLink>
        )}
      </p>
    </li>
  )
}

const Figure = ({ label, amountCents }: { label: string; amountCents: Cents }) => (
  <div>
    <dt className="text-ink-soft text-xs">{label}</dt>
    <dd className="font-medium tabular-nums">{showCents(amountCents)}</dd>
  </div>
)

function Choose({ command, label }: { command: 'each-pays' | 'one-pays'; label: string }) {
  const busy = useNavigation().formData?.get('command') === command
  return (
    <Form method="post" className="mt-4 print:hidden" preventScrollReset>
      <Button tone="outline" name="command" value={command} busy={busy} busyLabel="Saving...">
        {label}
      </Button>
    </Form>
  )
}
