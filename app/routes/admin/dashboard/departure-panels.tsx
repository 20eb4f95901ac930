import { type Day, showDay, showDays } from '#app/platform/days'
import { runningShown } from '#app/routes/admin/settings/tour/running-panel'
import type { Undecided } from '#app/tours/tell-decision.server'
import { Badge } from '#app/ui/badge'
import type { OpenChoice } from '#app/views/dashboard/departures-decided.server'
import { AttentionPanel, AttentionRow, Call } from './panels'

/** A departure that staff should decide about, as the dashboard shows it. */
export const decisionShown = (departure: Undecided, today: Day) => ({
  id: departure.id,
  dates: showDays(departure.startsOn, departure.endsOn),
  isLate: departure.daysLeft < 0,
  isPaid: departure.paidTravelers >= (departure.minimumTravelers ?? 0),
  words: runningShown(departure, departure.paidTravelers, today)?.words ?? '',
})

type DecisionsProps = { rows: ReturnType<typeof decisionShown>[]; atMost: number }

/** Departures of which nobody has decided yet whether they run, the most pressing first. */
export const DecisionsPanel = ({ rows, atMost }: DecisionsProps) => (
  <AttentionPanel
    title="Departures to decide"
    count={rows.length}
    atMost={atMost}
    isUrgent={rows.some(({ isLate }) => isLate)}
    empty="No departure waits for a decision."
  >
    {rows.map(({ id, dates, words, isLate, isPaid }) => (
      <AttentionRow
        key={id}
        to={`/admin/settings/tour/${id}`}
        name={dates}
        about={words}
        side={
          isPaid ? <Badge tone="success">Minimum paid</Badge> : isLate && <Badge tone="failed">Overdue</Badge>
        }
      />
    ))}
  </AttentionPanel>
)

/** What guests were asked and have not answered, in words. */
export const choicesShown = (choices: OpenChoice[]) =>
  choices.map(({ reference, customerName, phone, kind, startsOn, endsOn, answerBy, choice }) => ({
    ...{ reference, customerName, phone },
    about:
      choice === 'refund'
        ? 'Wants everything back. It waits for Stripe, an open payment or a dispute.'
        : `${showDays(startsOn, endsOn)} was ${kind}: answer by ${showDay(answerBy)}`,
  }))

type ChoiceShown = ReturnType<typeof choicesShown>[number]

export const ChoiceRow = ({ choice }: { choice: ChoiceShown }) => (
  <AttentionRow
    to={`/admin/bookings/${choice.reference}`}
    name={`${choice.reference}, ${choice.customerName}`}
    about={choice.about}
  >
    <Call phone={choice.phone} />
  </AttentionRow>
)

type ChoicesProps = { count: number; rows: ChoiceShown[]; atMost: number }

/** Guests of a departure that was canceled or put off who have not chosen yet. */
export const ChoicesPanel = ({ count, rows, atMost }: ChoicesProps) => (
  <AttentionPanel
    title="Guests who have not chosen yet"
    count={count}
    atMost={atMost}
    note="Their departure was canceled or postponed. Call them, and choose for them on the booking’s page."
    empty="Nobody has a choice to make."
  >
    {rows.map((choice) => (
      <ChoiceRow key={choice.reference} choice={choice} />
    ))}
  </AttentionPanel>
)
