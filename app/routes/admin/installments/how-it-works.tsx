import { showDay, showHour } from '#app/days'
import { installmentName } from '#app/installments/installment-name'
import { DAYS_TO_PAY, DAYS_TO_PAY_ALL } from '#app/installments/plan'
import { showCents } from '#app/money'
import { REMINDER_KINDS } from '#app/reminders/reminder-kinds'
import { JOB_HOURS } from '#app/schedule/job-hours'
import { INSTALLMENTS } from '#app/tour/plan-sentence'
import { DETAILS_ASKED_DAYS } from '#app/travelers/details/asked-days'
import { DeskPanel } from '#app/ui/desk/desk-panel'
import type { InstallmentsScreen } from './installments-screen.server'
import { beginsWords } from './reminder-words'

type Props = { zone: string; siteAddress: string; plans: InstallmentsScreen['plans'] }

/** The payment schedule, the reminder timeline and the cron note. */
export const HowItWorks = ({ zone, siteAddress, plans }: Props) => (
  <DeskPanel title="How it works">
    <div className="grid gap-6 text-sm lg:grid-cols-3">
      <div>
        <h3 className="mb-1.5 font-semibold">Payment schedule</h3>
        <ul className="grid list-disc gap-1 pl-5">
          <li>{showCents(plans.depositCents)} deposit at booking.</li>
          <li>
            {installmentName(1, INSTALLMENTS)} on {showDay(plans.firstDueOn)}: {showCents(plans.doubleCents)}{' '}
            (double) or {showCents(plans.singleCents)} (single).
          </li>
          <li>
            {installmentName(INSTALLMENTS, INSTALLMENTS)} on {showDay(plans.finalDueOn)}: the same amount.
          </li>
          <li>
            Who books late gets at least {DAYS_TO_PAY} days for the first and {DAYS_TO_PAY_ALL} for the final
            one, before departure.
          </li>
          <li>Who paid in full has no installments.</li>
        </ul>
      </div>
      <div>
        <h3 className="mb-1.5 font-semibold">Reminder timeline</h3>
        <ul className="grid list-disc gap-1 pl-5">
          {REMINDER_KINDS.map((kind) => (
            <li key={kind}>{beginsWords(kind)}</li>
          ))}
          <li>Each goes out once. A missed day is caught up by the most pressing one.</li>
          <li>
            {`${DETAILS_ASKED_DAYS.join(' and ')} days before a departure: a letter asks for travelers’ details that are missing.`}
          </li>
          <li>
            Travelers who have paid, cancelled, are paying just now, or booked less than a day ago get none.
          </li>
        </ul>
      </div>
      <div>
        <h3 className="mb-1.5 font-semibold">Cron setup</h3>
        <p>
          {`Nothing needs to be set up: the site itself runs the reminders at ${showHour(JOB_HOURS.reminders)} and the overdue notices at ${showHour(JOB_HOURS.overdue)}, ${zone} time, and catches up after a late start.`}
        </p>
        <p className="mt-2">An outside cron may start them as well, with the token from CRON_TOKEN:</p>
        <pre className="mt-2 overflow-x-auto whitespace-pre-wrap break-all rounded-field bg-desk p-3 font-mono text-2xs">
          {`curl -X POST -H "Authorization: Bearer $CRON_TOKEN" ${siteAddress}/api/admin/check-reminders
curl -X POST -H "Authorization: Bearer $CRON_TOKEN" ${siteAddress}/api/admin/process-overdue`}
        </pre>
      </div>
    </div>
  </DeskPanel>
)
