import { Form } from '@remix-run/react'
import type { ComponentProps, ReactNode } from 'react'
import { installmentInWords } from '#app/bookings/installments/plan'
import type { AutopayStep } from '#app/money/changes/autopay/autopay-forecast.server'
import type { Silence } from '#app/money/reminders/candidates.server'
import { FIRST_REMINDER_DAYS, REMINDERS, type ReminderKind } from '#app/money/reminders/reminder-kinds'
import { showDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import type { DetailsLetters } from '#app/travelers/details-due.server'
import { AdminRow, AdminTable, adminButton, numbers } from '#app/ui/admin/admin-parts'
import { BookingLink } from '#app/ui/admin/admin-shell'
import { Badge } from '#app/ui/badge'
import { TextLink } from '#app/ui/link'
import type { InstallmentsScreen } from './installments-screen.server'
import { DayInput } from './run-panels'

/** What the automation will send on a day, and why others hear nothing; it sends nothing. */
export function Forecast({ screen }: { screen: InstallmentsScreen }) {
  const { day, sends, silent, cutAt } = screen.forecast
  const { autopay, detailsForecast: details, broadcasts, choicesEnding, waitlistOffers } = screen
  const others =
    autopay.length + details.letters.length + broadcasts.length + choicesEnding.length + waitlistOffers.length
  return (
    <div>
      <Form method="get" preventScrollReset className="mb-4 flex flex-wrap items-end gap-2.5">
        <DayInput label="On the day" name="day" key={day} defaultValue={day} min={screen.today} />
        <button type="submit" className={adminButton('plain')}>
          Show
        </button>
        <p className="basis-full text-admin-soft text-xs">
          This only looks ahead, as if no one paid until then. Nothing is sent from here.
        </p>
      </Form>
      {sends.length + others === 0 && (
        <p className="font-semibold text-sm">Nothing goes out on {showDay(day)}.</p>
      )}
      {sends.length > 0 && (
        <AdminTable
          caption={`Reminders on ${showDay(day)}`}
          columns={['Traveler', 'Reference', 'Installment', 'Due', numbers('Amount'), 'Email', 'Goes to']}
        >
          {sends.map((send) => (
            <BookingRow key={`${send.reference}-${send.number}-${send.traveler}`} of={send}>
              <td>{installmentOf(send)}</td>
              <td className="whitespace-nowrap">{showDay(send.dueOn)}</td>
              <td>{showCents(send.owedCents)}</td>
              <td>
                <Badge tone={REMINDERS[send.kind].look}>{REMINDERS[send.kind].label}</Badge>
              </td>
              <td dir="auto">{send.goesTo.join(', ') || 'Lead traveler'}</td>
            </BookingRow>
          ))}
        </AdminTable>
      )}
      <OtherLetters screen={screen} />
      {silent.length > 0 && (
        <details className="mt-4">
          <summary className="cursor-pointer py-1.5 font-semibold text-sm">
            Why {silent.length === 1 ? '1 other gets' : `${silent.length} others get`} nothing
          </summary>
          <ul className="mt-2 grid gap-1.5 text-sm">
            {silent.map((one) => (
              <li key={`${one.reference}-${one.number}-${one.traveler}`}>
                <BookingLink reference={one.reference} /> <span dir="auto">{one.customerName}</span>,{' '}
                {`${installmentInWords(one.number).toLowerCase()}${shareOf(one)}, due ${showDay(one.dueOn)}: ${SILENCE_WORDS[one.why]}`}
              </li>
            ))}
          </ul>
        </details>
      )}
      <MoreThan shown={cutAt} />
    </div>
  )
}

/** What goes out beside reminders, a list for each kind. */
function OtherLetters({ screen }: { screen: InstallmentsScreen }) {
  const { autopay, detailsForecast: details, broadcasts, choicesEnding, waitlistOffers } = screen
  const { day } = screen.forecast
  return (
    <>
      <Letters
        caption={`Automatic payments on ${showDay(day)}`}
        columns={['Traveler', 'Reference', 'Installment', 'Due', numbers('Amount'), 'What happens']}
        rows={autopay.map((one) => (
          <BookingRow key={`${one.reference}-${one.number}-${one.traveler}`} of={one}>
            <td>{installmentOf(one)}</td>
            <td className="whitespace-nowrap">{showDay(one.dueOn)}</td>
            <td>{showCents(one.amountCents)}</td>
            <td>
              <Badge tone={one.does === 'charged' || one.does === 'tried-again' ? 'success' : 'info'}>
                {AUTOPAY_STEPS[one.does]}
              </Badge>
            </td>
          </BookingRow>
        ))}
      />
      <Letters
        caption={`Emails that ask for travelers’ details on ${showDay(day)}`}
        columns={['Lead traveler', 'Reference', 'Email', 'Goes to']}
        rows={details.letters.map((letter) => (
          <BookingRow key={letter.reference} of={letter}>
            <td className="whitespace-nowrap">{`Missing details, ${letter.days} days before`}</td>
            <td>{readersOf(letter)}</td>
          </BookingRow>
        ))}
        cutAt={details.cutAt}
      />
      <Letters
        caption={`Letters by staff on ${showDay(day)}`}
        columns={['Letter', 'To', 'Leaves', numbers('Goes to')]}
        rows={broadcasts.map(({ id, departureId, subject, startsOn, leaves, isTooLate, recipients }) => (
          <AdminRow key={id}>
            <th scope="row" dir="auto">
              <TextLink
                to={departureId ? `/admin/departures/${departureId}/letters/${id}` : `/admin/campaigns/${id}`}
              >
                {subject}
              </TextLink>
            </th>
            <td className="whitespace-nowrap">{startsOn ? showDay(startsOn) : 'Subscribers'}</td>
            <td className="whitespace-nowrap">{isTooLate ? 'Not sent: too late' : leaves}</td>
            <td>{recipients}</td>
          </AdminRow>
        ))}
      />
      <Letters
        caption={`Everything goes back on ${showDay(day)}`}
        columns={['Traveler', 'Reference', 'Why', 'Email']}
        rows={choicesEnding.map((choice) => (
          <BookingRow key={choice.reference} of={choice}>
            <td>Departure canceled, no choice by {showDay(choice.answerBy)}</td>
            <td>Booking canceled</td>
          </BookingRow>
        ))}
      />
      <Letters
        caption={`Offers to waitlists that end on ${showDay(day)}, each with an email`}
        columns={['Party', numbers('Seats'), 'Ends', 'Email']}
        rows={waitlistOffers.map(({ id, departureId, name, seats, ends }) => (
          <AdminRow key={id}>
            <th scope="row" dir="auto">
              <TextLink to={`/admin/departures/${departureId}/waitlist`}>{name}</TextLink>
            </th>
            <td>{seats}</td>
            <td className="whitespace-nowrap">{ends}</td>
            <td>Offer lapsed; the next in line gets an offer</td>
          </AdminRow>
        ))}
      />
    </>
  )
}

type PartOf = { number: number; traveler: string | null }

const installmentOf = (part: PartOf): string => `${part.number || 'Deposit'}${shareOf(part)}`

/** Whose share of it, where it is not for all. */
const shareOf = ({ traveler }: Pick<PartOf, 'traveler'>): string => (traveler ? ` (${traveler})` : '')

type BookingRowProps = { of: { reference: string; customerName: string }; children: ReactNode }

const BookingRow = ({ of: { reference, customerName }, children }: BookingRowProps) => (
  <AdminRow>
    <th scope="row" dir="auto">
      {customerName}
    </th>
    <td>
      <BookingLink reference={reference} />
    </td>
    {children}
  </AdminRow>
)

type LettersProps = Pick<ComponentProps<typeof AdminTable>, 'caption' | 'columns'> & {
  rows: ReactNode[]
  cutAt?: number | null
}

/** Of one kind, on the day that was chosen; nothing where none goes out. */
const Letters = ({ rows, cutAt = null, ...table }: LettersProps) =>
  rows.length > 0 && (
    <div className="mt-4">
      <AdminTable {...table}>{rows}</AdminTable>
      <MoreThan shown={cutAt} />
    </div>
  )

const MoreThan = ({ shown }: { shown: number | null }) =>
  shown && <p className="mt-3 text-admin-soft text-xs">There are more: only the first {shown} are shown.</p>

function readersOf({ toPayer, companions }: DetailsLetters): string {
  const others = companions === 1 ? '1 companion' : `${companions} companions`
  if (companions === 0) return 'Lead traveler'
  return toPayer ? `Lead traveler and ${others}` : others
}

const AUTOPAY_STEPS: Record<AutopayStep, string> = {
  announced: 'Announced',
  'announced-again': 'Announced again',
  charged: 'Charged',
  'tried-again': 'Tried again',
}

/** Why someone gets nothing. */
export const SILENCE_WORDS: Record<Silence, string> = {
  paid: 'nothing is owed on it.',
  'being-paid': 'a payment is being made at this moment.',
  'being-refunded': 'a refund is on its way.',
  'just-booked': 'booked less than a day before.',
  'just-asked': 'the letter about the bank payment that failed has asked for it.',
  'too-early': `more than ${FIRST_REMINDER_DAYS} days are left.`,
  sent: 'this kind was sent before.',
  autopay: 'it is charged automatically, or the guest was just told that a charge failed.',
  undecided: 'no one has decided yet that the departure runs.',
}

/** When a kind of reminder begins: '7 days before: friendly reminder.' */
export function beginsWords(kind: ReminderKind): string {
  const { daysBefore, name } = REMINDERS[kind]
  return `${whenWords(daysBefore)}: ${name}.`
}

function whenWords(daysBefore: number): string {
  if (daysBefore > 0) return `${daysBefore} ${daysBefore === 1 ? 'day' : 'days'} before`
  if (daysBefore === 0) return 'On the due date'
  return daysBefore === -1 ? 'After the due date' : `${-daysBefore} days after the due date`
}
