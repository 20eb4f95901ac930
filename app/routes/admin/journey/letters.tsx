import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { showDays, showInstant } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { namedDeparture, openTo } from '#app/routes/admin/named-rows.server'
import { requireStaff } from '#app/server/staff-session.server'
import { AdminHeading, AdminRow, AdminTable, adminHead, EmptyState } from '#app/ui/admin/admin-parts'
import { BackToList, BookingLink } from '#app/ui/admin/admin-shell'
import { journeyLetters } from '#app/views/journey-letters.server'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see journey')
  const departure = openTo(staff, namedDeparture(params))
  return {
    days: showDays(departure.startsOn, departure.endsOn),
    letters: journeyLetters(departure.id).map(({ createdAt, sentAt, ...letter }) => ({
      ...letter,
      when: sentAt ? showInstant(sentAt, env.BUSINESS_TIMEZONE) : 'On its way',
    })),
  }
}

export const meta: MetaFunction = () => adminHead('Letters')

/** What the travelers of a departure have been written about it: so that a guide knows what they know. */
export default function JourneyLettersPage() {
  const { days, letters } = useLoaderData<typeof loader>()
  return (
    <>
      <AdminHeading title="Letters" lead={`To the travelers of ${days}, about the journey. Newest first.`}>
        <BackToList />
      </AdminHeading>
      {letters.length === 0 ? (
        <EmptyState title="No letters yet">
          Letters about dates, rooms and details will appear here.
        </EmptyState>
      ) : (
        <AdminTable caption="Letters, newest first" columns={['Letter', 'To', 'Booking', 'Sent']}>
          {letters.map(({ id, name, toName, reference, when }) => (
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
