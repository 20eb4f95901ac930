import { showDay } from '#app/days'
import type { DetailsLetters as Letters } from '#app/travelers/details/details-forecast.server'
import { DeskTable } from '#app/ui/desk/desk-table'
import { BookingLink } from './booking-link'
import type { InstallmentsScreen } from './installments-screen.server'

type Props = { forecast: InstallmentsScreen['detailsForecast']; day: string }

/** Which letters ask for missing details on a day, if nobody fills anything in until then. */
export const DetailsLetters = ({ forecast: { letters, cutAt }, day }: Props) =>
  letters.length === 0 ? null : (
    <div className="mt-4">
      <DeskTable
        caption={`Letters that ask for travelers’ details on ${showDay(day)}`}
        columns={['Who booked', 'Reference', 'Letter', 'Goes to']}
      >
        {letters.map((letter) => (
          <tr key={letter.reference}>
            <th scope="row" dir="auto">
              {letter.customerName}
            </th>
            <td>
              <BookingLink reference={letter.reference} />
            </td>
            <td className="whitespace-nowrap">{`Missing details, ${letter.days} days before`}</td>
            <td>{readersOf(letter)}</td>
          </tr>
        ))}
      </DeskTable>
      {cutAt && (
        <p className="mt-3 text-desk-soft text-xs">There are more: only the first {cutAt} are shown.</p>
      )}
    </div>
  )

function readersOf({ toPayer, companions }: Letters): string {
  const others = companions === 1 ? '1 companion' : `${companions} companions`
  if (companions === 0) return 'Who booked'
  return toPayer ? `Who booked, and ${others}` : others
}
