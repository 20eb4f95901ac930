import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { businessTime, now } from '#app/platform/clock.server'
import { namedDeparture } from '#app/server/guards/named-rows.server'
import { onlyPost } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { addJourneyLetters, lettersOf } from '#app/tours/broadcasts.server'
import { journeyLetters } from '#app/travelers/journey-mail.server'
import { NotSent, stayOnFailure } from '#app/ui/admin/admin-form'
import {
  AdminHeading,
  AdminLink,
  AdminRow,
  AdminTable,
  adminHead,
  EmptyState,
  SubmitButton,
} from '#app/ui/admin/admin-parts'
import { BookingLink } from '#app/ui/admin/admin-shell'
import { TextLink } from '#app/ui/link'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { OWN_LETTERS } from '#db/values'
import { broadcastFacts, isFor, namedPlace } from './broadcast-page.server'
import { BroadcastState } from './broadcast-progress'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see journey')
  const place = namedPlace(params, staff)
  const departure = namedDeparture(params)
  const letters = lettersOf(departure.id)
  return {
    departureId: departure.id,
    mayWrite: place.mayWrite,
    lacksOwn: letters.filter(({ kind }) => kind !== 'written').length < OWN_LETTERS.length,
    letters: letters
      .filter((letter) => isFor(place, letter))
      .map((letter) => broadcastFacts(letter, departure, now())),
    sent: journeyLetters(departure.id).map(({ createdAt, sentAt, ...letter }) => ({
      ...letter,
      when: sentAt ? businessTime(sentAt) : 'On its way',
    })),
  }
}

/** Gives the departure those of the journey's own letters that it lacks. */
export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change bookings')
  onlyPost(request)
  const { id } = namedDeparture(params)
  const added = addJourneyLetters(id, staff, now())
  return redirectWithToast(`/admin/departures/${id}/letters`, {
    tone: added > 0 ? 'success' : 'info',
    title: added > 0 ? 'Letters added' : 'Nothing to add',
    description:
      added > 0 ? 'They are drafts: read each one, then schedule it.' : 'They are all there already.',
  })
}

export const clientAction = stayOnFailure({ title: 'Failed to add the letters' })

export const meta = () => adminHead('Letters')

/** All letters to the travelers of a departure: those that are written to them, and what has been sent. */
export default function DepartureLettersPage() {
  const { departureId, mayWrite, lacksOwn, letters, sent } = useLoaderData<typeof loader>()
  const here = `/admin/departures/${departureId}/letters`
  return (
    <>
      <AdminHeading title="Letters" lead="To the travelers of this departure, about the journey.">
        {mayWrite && (
          <AdminLink to={`${here}/new`} tone="main">
            Write a letter
          </AdminLink>
        )}
      </AdminHeading>
      {letters.length === 0 ? (
        <EmptyState title="No letters yet">
          {mayWrite
            ? 'Write the first one, or begin with the journey’s own letters.'
            : 'Letters that the office writes to your travelers will appear here.'}
        </EmptyState>
      ) : (
        <AdminTable caption="Letters to this departure" columns={['Letter', 'For', 'Leaves', 'State']}>
          {letters.map((letter) => (
            <AdminRow key={letter.id}>
              <th scope="row" className="max-w-md break-words" dir="auto">
                <TextLink to={`${here}/${letter.id}`}>{letter.subject}</TextLink>
                {letter.name && (
                  <span className="block font-normal text-2xs text-admin-soft">{letter.name}</span>
                )}
              </th>
              <td>{letter.audience}</td>
              <td>
                {letter.ended ?? letter.began ?? letter.leaves ?? 'By hand'}
                {letter.counted && <span className="block text-2xs text-admin-soft">{letter.counted}</span>}
              </td>
              <td>
                <BroadcastState facts={letter} />
              </td>
            </AdminRow>
          ))}
        </AdminTable>
      )}
      {mayWrite && lacksOwn && <AddOwn here={here} />}
      <h2 className="mt-8 mb-3 font-semibold text-control">Sent by the site itself</h2>
      {sent.length === 0 ? (
        <EmptyState title="None yet">Letters about dates, rooms and details will appear here.</EmptyState>
      ) : (
        <AdminTable caption="Sent, newest first" columns={['Letter', 'To', 'Booking', 'Sent']}>
          {sent.map(({ id, name, toName, reference, when }) => (
            <AdminRow key={id}>
              <th scope="row" className="first-letter:uppercase">
                {name}
              </th>
              <td dir="auto">{toName}</td>
              <td>
                <BookingLink reference={reference} />
              </td>
              <td className="whitespace-nowrap">{when}</td>
            </AdminRow>
          ))}
        </AdminTable>
      )}
    </>
  )
}

function AddOwn({ here }: { here: string }) {
  const adding = useNavigation().formAction === here
  return (
    <div className="mt-4">
      <NotSent className="mb-4" />
      <Form method="post" action={here} className="flex flex-wrap items-center gap-3">
        <SubmitButton
          tone="plain"
          busy={adding}
          label="Add the journey’s own letters"
          busyLabel="Adding..."
        />
        <p className="text-admin-soft text-xs">
          Trip book, flights and meeting point, the day before, thanks: as drafts that you schedule.
        </p>
      </Form>
    </div>
  )
}
