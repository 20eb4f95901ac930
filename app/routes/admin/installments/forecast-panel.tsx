import { Form } from '@remix-run/react'
import { showDay } from '#app/days'
import { showCents } from '#app/money'
import { REMINDERS } from '#app/reminders/reminder-kinds'
import { Badge } from '#app/ui/badge'
import { deskButton } from '#app/ui/desk/desk-button'
import { DeskPanel } from '#app/ui/desk/desk-panel'
import { DeskTable } from '#app/ui/desk/desk-table'
import { FIELD_LOOK } from '#app/ui/field-frame'
import { BookingLink } from './booking-link'
import { DetailsLetters } from './details-letters'
import type { InstallmentsScreen } from './installments-screen.server'
import { SILENCE_WORDS } from './reminder-words'

type Props = {
  forecast: InstallmentsScreen['forecast']
  details: InstallmentsScreen['detailsForecast']
  today: string
}

/** What the automation will send on a day, and why others hear nothing; it sends nothing. */
export function ForecastPanel({ forecast, details, today }: Props) {
  const { day, sends, silent, cutAt } = forecast
  return (
    <DeskPanel title="What will be sent">
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
        <button type="submit" className={deskButton('plain')}>
          Show
        </button>
        <p className="basis-full text-desk-soft text-xs">
          This only looks ahead, as if nobody paid until then. Nothing is sent from here.
        </p>
      </Form>
      {sends.length === 0 && details.letters.length === 0 && (
        <p className="font-semibold text-sm">Nothing goes out on {showDay(day)}.</p>
      )}
      {sends.length > 0 && (
        <DeskTable
          caption={`Reminders on ${showDay(day)}`}
          columns={[
            'Traveler',
            'Reference',
            'Installment',
            'Due',
            { label: 'Amount', className: 'text-right' },
            'Mail',
          ]}
        >
          {sends.map((send) => (
            <tr key={`${send.reference}-${send.number}`}>
              <th scope="row" dir="auto">
                {send.customerName}
              </th>
              <td>
                <BookingLink reference={send.reference} />
              </td>
              <td>{send.number || 'Deposit'}</td>
              <td className="whitespace-nowrap">{showDay(send.dueOn)}</td>
              <td className="text-right">{showCents(send.owedCents)}</td>
              <td>
                <Badge tone={REMINDERS[send.kind].look}>{REMINDERS[send.kind].label}</Badge>
              </td>
            </tr>
          ))}
        </DeskTable>
      )}
      <DetailsLetters forecast={details} day={day} />
      {silent.length > 0 && (
        <details className="mt-4">
          <summary className="cursor-pointer py-1.5 font-semibold text-sm">
            {silent.length} others hear nothing, and why
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
        <p className="mt-3 text-desk-soft text-xs">There are more: only the first {cutAt} are shown.</p>
      )}
    </DeskPanel>
  )
}
