import { Form } from '@remix-run/react'
import { DAYS_TO_PAY, DAYS_TO_PAY_ALL, installmentName } from '#app/bookings/installments/plan'
import { REMINDER_KINDS, REMINDERS } from '#app/money/reminders/reminder-kinds'
import { showDay, showHour } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { JOB_HOURS } from '#app/server/schedule/job-hours'
import { INSTALLMENTS } from '#app/tours/promises'
import { DETAILS_ASKED_DAYS } from '#app/travelers/detail-rules'
import { AdminPanel, AdminRow, AdminTable, adminButton, numbers } from '#app/ui/admin/admin-parts'
import { BookingLink } from '#app/ui/admin/admin-shell'
import { Badge } from '#app/ui/badge'
import { FIELD_LOOK } from '#app/ui/field'
import type { InstallmentsScreen } from './installments-screen.server'
import { ChoicesEnding, DepartureLetters, DetailsLetters, OffersEnding } from './panels'
import { beginsWords, SILENCE_WORDS } from './reminder-words'

type Props = {
  forecast: InstallmentsScreen['forecast']
  details: InstallmentsScreen['detailsForecast']
  letters: InstallmentsScreen['departureLetters']
  choices: InstallmentsScreen['choicesEnding']
  offers: InstallmentsScreen['waitlistOffers']
  today: string
}

/** What the automation will send on a day, and why others hear nothing; it sends nothing. */
export function ForecastPanel({ forecast, details, letters, choices, offers, today }: Props) {
  const { day, sends, silent, cutAt } = forecast
  return (
    <AdminPanel title="What will be sent">
      <Form method="get" preventScrollReset className="mb-4 flex flex-wrap items-end gap-2.5">
        <label className="text-xs">
          <span className="mb-1.5 block font-semibold">On the day</span>
          <input
            type="date"
            name="day"
            key={day}
            defaultValue={day}
            min={today}
            className={`${FIELD_LOOK} h-11 w-auto!`}
          />
        </label>
        <button type="submit" className={adminButton('plain')}>
          Show
        </button>
        <p className="basis-full text-admin-soft text-xs">
          This only looks ahead, as if nobody paid until then. Nothing is sent from here.
        </p>
      </Form>
      {sends.length + details.letters.length + letters.length + choices.length + offers.length === 0 && (
        <p className="font-semibold text-sm">Nothing goes out on {showDay(day)}.</p>
      )}
      {sends.length > 0 && (
        <AdminTable
          caption={`Reminders on ${showDay(day)}`}
          columns={['Traveler', 'Reference', 'Installment', 'Due', numbers('Amount'), 'Mail']}
        >
          {sends.map((send) => (
            <AdminRow key={`${send.reference}-${send.number}`}>
              <th scope="row" dir="auto">
                {send.customerName}
              </th>
              <td>
                <BookingLink reference={send.reference} />
              </td>
              <td>{send.number || 'Deposit'}</td>
              <td className="whitespace-nowrap">{showDay(send.dueOn)}</td>
              <td>{showCents(send.owedCents)}</td>
              <td>
                <Badge tone={REMINDERS[send.kind].look}>{REMINDERS[send.kind].label}</Badge>
              </td>
            </AdminRow>
          ))}
        </AdminTable>
      )}
      <DetailsLetters forecast={details} day={day} />
      <DepartureLetters letters={letters} day={day} />
      <ChoicesEnding choices={choices} day={day} />
      <OffersEnding offers={offers} day={day} />
      {silent.length > 0 && (
        <details className="mt-4">
          <summary className="cursor-pointer py-1.5 font-semibold text-sm">
            {silent.length === 1 ? '1 other gets' : `${silent.length} others get`} nothing, and why
          </summary>
          <ul className="mt-2 grid gap-1.5 text-sm">
            {silent.map((one) => (
              <li key={`${one.reference}-${one.number}`}>
                <BookingLink reference={one.reference} /> <span dir="auto">{one.customerName}</span>,
                {one.number ? `installment ${one.number}` : 'deposit of an added traveler'}, due{' '}
                {showDay(one.dueOn)}: {SILENCE_WORDS[one.why]}
              </li>
            ))}
          </ul>
        </details>
      )}
      {cutAt && (
        <p className="mt-3 text-admin-soft text-xs">There are more: only the first {cutAt} are shown.</p>
      )}
    </AdminPanel>
  )
}

const PLAN = [{ number: 1 }, { number: INSTALLMENTS }]

type HowItWorksProps = { zone: string; siteAddress: string; plans: InstallmentsScreen['plans'] }

/** The payment schedule, the reminder timeline and the cron note. */
export const HowItWorks = ({ zone, siteAddress, plans }: HowItWorksProps) => (
  <AdminPanel title="How it works">
    <div className="grid gap-6 text-sm lg:grid-cols-3">
      <div>
        <h3 className="mb-1.5 font-semibold">Payment schedule</h3>
        <ul className="grid list-disc gap-1 pl-5">
          <li>{showCents(plans.depositCents)} deposit at booking.</li>
          <li>
            {installmentName(1, PLAN)} on {showDay(plans.firstDueOn)}: {showCents(plans.doubleCents)} (double)
            or {showCents(plans.singleCents)} (single).
          </li>
          <li>
            {installmentName(INSTALLMENTS, PLAN)} on {showDay(plans.finalDueOn)}: the same amount.
          </li>
          <li>
            A late booking gets at least {DAYS_TO_PAY} days for the first and {DAYS_TO_PAY_ALL} for the final
            one, before departure.
          </li>
          <li>Bookings paid in full have no installments.</li>
        </ul>
      </div>
      <div>
        <h3 className="mb-1.5 font-semibold">Reminder timeline</h3>
        <ul className="grid list-disc gap-1 pl-5">
          {REMINDER_KINDS.map((kind) => (
            <li key={kind}>{beginsWords(kind)}</li>
          ))}
          <li>Each goes out once. After a missed day, only the most pressing one is sent.</li>
          <li>
            {`${DETAILS_ASKED_DAYS.join(' and ')} days before a departure: a letter asks for travelers’ details that are missing.`}
          </li>
          <li>
            Travelers who have paid or canceled, are paying right now, or booked less than a day ago get none.
          </li>
        </ul>
      </div>
      <div>
        <h3 className="mb-1.5 font-semibold">Cron setup</h3>
        <p>
          {`Nothing needs to be set up: the site itself runs the reminders at ${showHour(JOB_HOURS.reminders)} and the overdue notices at ${showHour(JOB_HOURS.overdue)}, ${zone} time, and catches up after a late start.`}
        </p>
        <p className="mt-2">An outside cron may start them as well, with the token from CRON_TOKEN:</p>
        <pre className="mt-2 whitespace-pre-wrap break-words rounded-field bg-admin p-3 font-mono text-2xs">
          {['check-reminders', 'process-overdue']
            .map(
              (job) =>
                `curl -X POST \\\n -H "Authorization: Bearer $CRON_TOKEN" \\\n ${siteAddress}/api/admin/${job}`,
            )
            .join('\n')}
        </pre>
      </div>
    </div>
  </AdminPanel>
)
