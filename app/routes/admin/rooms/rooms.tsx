import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { now } from '#app/platform/clock.server'
import { counted } from '#app/platform/words'
import { namedDeparture, openTo } from '#app/server/guards/named-rows.server'
import { readSubmission } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { byStaff } from '#app/staff/audit-log.server'
import { pairTravelers, separateTravelers } from '#app/travelers/pair-travelers.server'
import { stayOnFailure, useLastActionData } from '#app/ui/admin/admin-form'
import { AdminHeading, adminHead, EmptyState } from '#app/ui/admin/admin-parts'
import { PrintButton } from '#app/ui/admin/list-controls'
import { Notice } from '#app/ui/notice'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { WHY_NOT_PAIRED } from '../bookings/refusal-words'
import { PairDialog, PartDialog, Proposals, RoomTable } from './room-table'
import { roomsPage, type ShownRoom } from './rooms-page.server'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see journey')
  return roomsPage(openTo(staff, namedDeparture(params)), new URL(request.url).searchParams, staff)
}

const travelerId = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)
const RoomsForm = z.object({
  intent: z.enum(['pair', 'part']),
  travelerId,
  withId: travelerId.optional(),
})

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change travelers')
  const { id } = namedDeparture(params)
  const submission = await readSubmission(request, RoomsForm)
  if (submission.status !== 'success') {
    return data({ refused: 'Please choose a traveler. Nothing was changed.' }, { status: 400 })
  }
  const { intent, travelerId, withId = 0 } = submission.value
  const outcome =
    intent === 'pair'
      ? pairTravelers({ travelerId, withId }, byStaff(staff), now())
      : separateTravelers(travelerId, byStaff(staff), now())
  if ('refused' in outcome) return data({ refused: WHY_NOT_PAIRED[outcome.refused] }, { status: 409 })
  return redirectWithToast(addressOf(id), {
    tone: 'success',
    title: intent === 'pair' ? 'Travelers put together' : 'Travelers separated',
    description: outcome.isOneBooking
      ? 'Both are on the same booking, so no one gets an email.'
      : 'An email to each of them is on its way.',
  })
}

export const clientAction = stayOnFailure({ title: 'Failed to change the rooms' })

const addressOf = (departureId: number): string => `/admin/departures/${departureId}/rooms`

export const meta = () => adminHead('Room list')

export default function RoomsScreen() {
  const { id, mayChange, asOf, rooms, proposals, pairing, parting } = useLoaderData<typeof loader>()
  const refused = useLastActionData<typeof action>()?.refused
  const page = addressOf(id)
  return (
    <div className="print-wide">
      <AdminHeading title="Room list" lead={`${countOf(rooms)} As of ${asOf}.`}>
        <PrintButton />
      </AdminHeading>
      {refused && !pairing?.chosen && !parting && (
        <Notice tone="danger" role="alert" title={refused} className="mb-5" />
      )}
      {pairing && <PairDialog page={page} refused={refused} pairing={pairing} />}
      {parting && <PartDialog page={page} refused={refused} parting={parting} />}
      <Proposals proposals={proposals} page={mayChange ? page : null} />
      {rooms.length === 0 ? (
        <EmptyState title="No travelers yet">
          The rooms of travelers who have paid will appear here.
        </EmptyState>
      ) : (
        <RoomTable rooms={rooms} page={mayChange ? page : null} />
      )}
    </div>
  )
}

function countOf(rooms: ShownRoom[]): string {
  const sleepers = rooms.reduce((sum, room) => sum + room.sleepers.length, 0)
  const alone = rooms.filter(({ hasFreeBed }) => hasFreeBed).length
  return `${counted(sleepers, 'traveler')} in ${counted(rooms.length, 'room')}; ${alone} alone in a double room.`
}
