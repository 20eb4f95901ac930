import { Form, useNavigation } from '@remix-run/react'
import { NotSent } from '#app/ui/admin/admin-form'
import { AdminPanel, adminButton } from '#app/ui/admin/admin-parts'
import { BookingLink } from '#app/ui/admin/admin-shell'
import { ArrivedNotice } from '#app/ui/notice'
import type { MissedShown } from './letter-page.server'

type Props = { missed: MissedShown; page: string; refused: string | null }

/** Of a letter that has left: who would get it today and has not, and the one press that sends it to them. */
export function Missed({ missed: { who, shown }, page, refused }: Props) {
  const busy = useNavigation().formAction === page
  if (who.length === 0 && !refused) return null
  return (
    <div className="mb-5 grid gap-5">
      {refused && <ArrivedNotice tone="danger" role="alert" title={refused} />}
      <NotSent />
      {who.length > 0 && (
        <AdminPanel
          title={`${who.length} ${who.length === 1 ? 'traveler has' : 'travelers have'} not got it`}
          className="p-5"
        >
          <p className="text-admin-soft text-sm">
            They joined after it left, or it has only become meant for them. Nobody gets it twice.
          </p>
          <ul className="mt-3 grid gap-2 text-sm">
            {who.map(({ travelerId, called, reference, address }) => (
              <li key={travelerId} className="flex flex-wrap gap-x-4 gap-y-1 wrap-anywhere">
                <span dir="auto" className="font-semibold">
                  {called}
                </span>
                <BookingLink reference={reference} />
                <span className="text-admin-soft">{address}</span>
              </li>
            ))}
          </ul>
          <Form method="post" action={page} preventScrollReset className="mt-4">
            <input type="hidden" name="shown" value={shown} />
            <button
              type="submit"
              name="intent"
              value="send-to-missed"
              disabled={busy}
              aria-busy={busy}
              className={adminButton('main')}
            >
              {busy ? 'Sending...' : `Send it to ${who.length === 1 ? 'this traveler' : 'them'}`}
            </button>
          </Form>
        </AdminPanel>
      )}
    </div>
  )
}
