import { Form, useNavigation } from '@remix-run/react'
import { showDay } from '#app/platform/days'
import { MAIL_JOBS } from '#app/server/schedule/job-hours'
import type { DetailsLetters as Letters } from '#app/travelers/details-due.server'
import { AdminPanel, AdminRow, AdminTable, adminButton, numbers } from '#app/ui/admin/admin-parts'
import { BookingLink } from '#app/ui/admin/admin-shell'
import { Badge } from '#app/ui/badge'
import { TextLink } from '#app/ui/link'
import type { InstallmentsScreen } from './installments-screen.server'

/** The two daily runs by hand: what was sent before is not sent again. */
export function DailyRuns() {
  return (
    <AdminPanel title="Daily automation">
      <p className="mb-4 text-admin-soft text-sm">
        Both run automatically every day. Running them here does no harm: nobody gets the same reminder twice.
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <RunButton operation="reminders" label="Check & Send Reminders" busyLabel="Checking..." />
        <RunButton operation="overdue" label="Process Overdue Payments" busyLabel="Processing..." />
      </div>
    </AdminPanel>
  )
}

type RunButtonProps = { operation: string; label: string; busyLabel: string }

function RunButton({ operation, label, busyLabel }: RunButtonProps) {
  const navigation = useNavigation()
  const isRunning = navigation.formData?.get('operation') === operation
  return (
    <Form method="post" preventScrollReset>
      <button
        type="submit"
        name="operation"
        value={operation}
        disabled={navigation.state !== 'idle'}
        aria-busy={isRunning}
        className={adminButton('plain', 'w-full')}
      >
        {isRunning ? busyLabel : label}
      </button>
    </Form>
  )
}

const NAMES: Record<string, string> = MAIL_JOBS

type Run = InstallmentsScreen['runs'][number]

/** The last runs of both jobs, by the schedule or by hand. */
export const LastRuns = ({ runs }: { runs: Run[] }) => (
  <AdminPanel title="Last runs">
    {runs.length === 0 ? (
      <p className="text-admin-soft text-sm">
        No run yet. The first one is at its hour, or when you press a button.
      </p>
    ) : (
      <AdminTable
        caption="Last runs"
        columns={['Run', 'Started', 'By', 'Looked at', 'Mails', 'Took', 'Outcome']}
      >
        {runs.map((run) => (
          <AdminRow key={run.id}>
            <th scope="row">{NAMES[run.job] ?? run.job}</th>
            <td className="whitespace-nowrap">{run.startedAt}</td>
            <td>{run.startedBy}</td>
            <td>{run.counts?.looked ?? 0}</td>
            <td>{run.counts?.sent ?? 0}</td>
            <td className="whitespace-nowrap">{run.seconds === null ? '' : `${run.seconds.toFixed(1)} s`}</td>
            <td>
              <Outcome run={run} />
            </td>
          </AdminRow>
        ))}
      </AdminTable>
    )}
  </AdminPanel>
)

function Outcome({ run }: { run: Run }) {
  if (run.state === 'failed') return <Badge tone="failed">Failed, tried again</Badge>
  return run.state === 'running' ? (
    <Badge tone="wait">Not finished</Badge>
  ) : (
    <Badge tone="success">Done</Badge>
  )
}

type Props = { forecast: InstallmentsScreen['detailsForecast']; day: string }

/** Which letters ask for missing details on a day, if nobody fills anything in until then. */
export const DetailsLetters = ({ forecast: { letters, cutAt }, day }: Props) =>
  letters.length === 0 ? null : (
    <div className="mt-4">
      <AdminTable
        caption={`Letters that ask for travelers’ details on ${showDay(day)}`}
        columns={['Lead traveler', 'Reference', 'Letter', 'Goes to']}
      >
        {letters.map((letter) => (
          <AdminRow key={letter.reference}>
            <th scope="row" dir="auto">
              {letter.customerName}
            </th>
            <td>
              <BookingLink reference={letter.reference} />
            </td>
            <td className="whitespace-nowrap">{`Missing details, ${letter.days} days before`}</td>
            <td>{readersOf(letter)}</td>
          </AdminRow>
        ))}
      </AdminTable>
      {cutAt && (
        <p className="mt-3 text-admin-soft text-xs">There are more: only the first {cutAt} are shown.</p>
      )}
    </div>
  )

type LettersProps = { letters: InstallmentsScreen['departureLetters']; day: string }

/** Which letters to departures leave on a day, and how many mailboxes they reach as it is now. */
export const DepartureLetters = ({ letters, day }: LettersProps) =>
  letters.length === 0 ? null : (
    <div className="mt-4">
      <AdminTable
        caption={`Letters to departures on ${showDay(day)}`}
        columns={['Letter', 'Departure', 'Leaves', numbers('Goes to')]}
      >
        {letters.map(({ id, departureId, subject, startsOn, leaves, isTooLate, recipients }) => (
          <AdminRow key={id}>
            <th scope="row" dir="auto">
              <TextLink to={`/admin/departures/${departureId}/letters/${id}`}>{subject}</TextLink>
            </th>
            <td className="whitespace-nowrap">{showDay(startsOn)}</td>
            <td className="whitespace-nowrap">{isTooLate ? 'Not sent: its time is over' : leaves}</td>
            <td>{recipients}</td>
          </AdminRow>
        ))}
      </AdminTable>
    </div>
  )

type ChoicesProps = { choices: InstallmentsScreen['choicesEnding']; day: string }

/** Whose time to choose is over by then, after their departure was canceled: everything goes back, with a letter. */
export const ChoicesEnding = ({ choices, day }: ChoicesProps) =>
  choices.length === 0 ? null : (
    <div className="mt-4">
      <AdminTable
        caption={`Everything goes back on ${showDay(day)}`}
        columns={['Traveler', 'Reference', 'Why', 'Mail']}
      >
        {choices.map(({ reference, customerName, answerBy }) => (
          <AdminRow key={reference}>
            <th scope="row" dir="auto">
              {customerName}
            </th>
            <td>
              <BookingLink reference={reference} />
            </td>
            <td>Departure canceled, no choice by {showDay(answerBy)}</td>
            <td>Booking canceled</td>
          </AdminRow>
        ))}
      </AdminTable>
    </div>
  )

function readersOf({ toPayer, companions }: Letters): string {
  const others = companions === 1 ? '1 companion' : `${companions} companions`
  if (companions === 0) return 'Lead traveler'
  return toPayer ? `Lead traveler and ${others}` : others
}

type OffersProps = { offers: InstallmentsScreen['waitlistOffers']; day: string }

/** Which offers to waitlists end on a day, each with a letter, unless somebody books in them. */
export const OffersEnding = ({ offers, day }: OffersProps) =>
  offers.length === 0 ? null : (
    <div className="mt-4">
      <AdminTable
        caption={`Offers to waitlists that end on ${showDay(day)}, each with a letter`}
        columns={['Party', numbers('Seats'), 'Ends', 'Mail']}
      >
        {offers.map(({ id, departureId, name, seats, ends }) => (
          <AdminRow key={id}>
            <th scope="row" dir="auto">
              <TextLink to={`/admin/settings/tour/${departureId}/waitlist`}>{name}</TextLink>
            </th>
            <td>{seats}</td>
            <td className="whitespace-nowrap">{ends}</td>
            <td>Offer lapsed; the next in line gets an offer</td>
          </AdminRow>
        ))}
      </AdminTable>
    </div>
  )
