import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { moneyWords, openCents } from '#app/bookings/money-words'
import { now, today } from '#app/clock.server'
import { showDays, showInstant } from '#app/days'
import { type ManifestTraveler, manifest } from '#app/dossiers/manifest.server'
import { env } from '#app/env.server'
import { showCents } from '#app/money'
import { requireStaff } from '#app/routes/admin/staff-session.server'
import { departureAsked, departureChoices, travelsNext } from '#app/tour/departure-choices.server'
import { departureOf, departureOnOffer } from '#app/tour/departures.server'
import { ROOM_NAMES } from '#app/tour/room-type'
import { DepartureField } from '#app/ui/desk/departure-field'
import { deskButton } from '#app/ui/desk/desk-button'
import { deskHead } from '#app/ui/desk/desk-head'
import { DeskHeading } from '#app/ui/desk/desk-heading'
import { DeskTable } from '#app/ui/desk/desk-table'
import { EmptyState } from '#app/ui/desk/empty-state'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see bookings')
  const asked = departureAsked(new URL(request.url).searchParams.get('departure'))
  const id = asked ?? travelsNext(today())
  const departure = id === null ? departureOnOffer(today()) : departureOf({ departureId: id })
  const travelers = manifest(departure)
  const inRoom = (roomType: string) => travelers.filter((traveler) => traveler.roomType === roomType).length
  return {
    id: departure.id,
    departures: departureChoices(departure.id),
    tourName: departure.name,
    days: showDays(departure.startsOn, departure.endsOn),
    seats: departure.seats,
    asOf: showInstant(now(), env.BUSINESS_TIMEZONE),
    travelers: travelers.map(shown),
    rooms: { double: inRoom('double'), single: inRoom('single') },
  }
}

const shown = (traveler: ManifestTraveler) => ({
  reference: traveler.reference,
  name: traveler.name,
  roomType: traveler.roomType,
  guests: traveler.guests,
  email: traveler.email,
  phone: traveler.phone,
  home: [traveler.city, traveler.state, traveler.country].filter(Boolean).join(', '),
  earlyBird: traveler.earlyBirdOffer,
  balance:
    traveler.moneyState === 'balance-open' ? showCents(openCents(traveler)) : moneyWords(traveler).words,
})

export const meta: MetaFunction = () => deskHead('Manifest')

export default function ManifestPage() {
  const { id, departures, tourName, days, seats, asOf, travelers, rooms } = useLoaderData<typeof loader>()
  const lead = `${tourName}, ${days}. ${travelers.length} of ${seats} seats paid for: ${rooms.double} in double rooms, ${rooms.single} in single rooms. As of ${asOf}.`
  return (
    <div className="print-wide">
      <DeskHeading title="Guide's manifest" lead={lead}>
        <Link to="/admin/bookings" className={deskButton('plain')}>
          All bookings
        </Link>
        <PrintButton />
      </DeskHeading>
      {departures.length > 1 && (
        <Form className="desk-no-print mb-5 grid items-end gap-3 sm:grid-cols-[20rem_auto_1fr]">
          <DepartureField departures={departures} chosen={id} />
          <button type="submit" className={deskButton('plain', 'h-12.5')}>
            Show
          </button>
        </Form>
      )}
      {travelers.length === 0 ? (
        <EmptyState title="Nobody travels yet">Travelers who have paid will appear here.</EmptyState>
      ) : (
        <DeskTable
          caption="Paid travelers, by name"
          columns={[
            'No.',
            'Traveler',
            'Room',
            'Contact',
            'Home',
            'Reference',
            { label: 'Balance', className: 'text-right' },
          ]}
        >
          {travelers.map((traveler, index) => (
            <TravelerRow key={traveler.reference} traveler={traveler} number={index + 1} />
          ))}
        </DeskTable>
      )}
    </div>
  )
}

const TravelerRow = ({ traveler, number }: { traveler: ReturnType<typeof shown>; number: number }) => (
  <tr>
    <td>{number}</td>
    <th scope="row" className="min-w-36 max-w-52" dir="auto">
      {traveler.name}
      {traveler.guests > 1 && <span className="block text-desk-soft">{`${traveler.guests} guests`}</span>}
      {traveler.earlyBird && (
        <span className="block font-normal text-desk-soft text-xs">{`Early bird: ${traveler.earlyBird}`}</span>
      )}
    </th>
    <td className="whitespace-nowrap">{ROOM_NAMES[traveler.roomType]}</td>
    <td className="min-w-56 [overflow-wrap:anywhere]">
      {traveler.email}
      <span className="block">{traveler.phone ?? 'No phone'}</span>
    </td>
    <td className="min-w-36">{traveler.home}</td>
    <td className="whitespace-nowrap">
      <Link to={`/admin/bookings/${traveler.reference}`} className="text-umber underline underline-offset-3">
        {traveler.reference}
      </Link>
    </td>
    <td className="text-right whitespace-nowrap">{traveler.balance}</td>
  </tr>
)

/** Without scripts the browser's own menu prints: then there is no button. */
function PrintButton() {
  const [hasScripts, setHasScripts] = useState(false)
  useEffect(() => setHasScripts(true), [])
  if (!hasScripts) return null
  return (
    <button type="button" className={deskButton('main')} onClick={() => window.print()}>
      Print
    </button>
  )
}
