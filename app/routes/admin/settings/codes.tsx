import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { hasEnded } from '#app/bookings/discount-code'
import { offOf } from '#app/bookings/discount-codes.server'
import { CODES_AT_MOST, listCodes } from '#app/bookings/save-discount-code.server'
import { today } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { showAmountOrPercent, showCents } from '#app/platform/money'
import { requireStaff } from '#app/server/guards/staff-session.server'
import {
  AdminHeading,
  AdminLink,
  AdminRow,
  AdminTable,
  adminHead,
  EmptyState,
  numbers,
} from '#app/ui/admin/admin-parts'
import { Badge } from '#app/ui/badge'
import { Link } from '#app/ui/link'

const PAGE = '/admin/settings/codes'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  const codes = listCodes()
  return {
    canAdd: codes.length < CODES_AT_MOST,
    codes: codes.map(({ id, code, words, endsOn, usesAtMost, uses, costCents, ...row }) => ({
      ...{ id, code, words, cost: showCents(costCents) },
      off: showAmountOrPercent(offOf(row)),
      until: endsOn && showDay(endsOn),
      isOver: hasEnded({ endsOn }, today()),
      isUsedUp: usesAtMost !== null && uses >= usesAtMost,
      used: usesAtMost === null ? String(uses) : `${uses} of ${usesAtMost}`,
    })),
  }
}

export const meta = () => adminHead('Discount codes')

const COLUMNS = ['Code', 'For', 'Each traveler', 'State', numbers('Bookings'), numbers('Cost')]

export default function CodesPage() {
  const { codes, canAdd } = useLoaderData<typeof loader>()
  return (
    <>
      <AdminHeading
        title="Discount codes"
        lead="Anyone who types one at checkout pays less. Bookings keep the price they were made with."
      >
        {canAdd && (
          <AdminLink to={`${PAGE}/new`} tone="main">
            Add code
          </AdminLink>
        )}
      </AdminHeading>
      {codes.length === 0 ? (
        <EmptyState title="No codes yet">
          Make one for a choir, a school or a friend of the house, and send them its link.
        </EmptyState>
      ) : (
        <AdminTable caption="Discount codes, the latest first" columns={COLUMNS}>
          {codes.map(({ id, code, words, off, until, isOver, isUsedUp, used, cost }) => (
            <AdminRow key={id}>
              <th scope="row">
                <Link to={`${PAGE}/${id}`} className="font-semibold underline-offset-4 hover:underline">
                  {code}
                </Link>
              </th>
              <td className="wrap-anywhere">
                <bdi>{words}</bdi>
              </td>
              <td>{off} off</td>
              <td>
                <CodeBadge isOver={isOver} isUsedUp={isUsedUp} until={until} />
              </td>
              <td>{used}</td>
              <td>{cost}</td>
            </AdminRow>
          ))}
        </AdminTable>
      )}
    </>
  )
}

type Code = ReturnType<typeof useLoaderData<typeof loader>>['codes'][number]

/** Whether a code can be used, and until when. */
const CodeBadge = ({ isOver, isUsedUp, until }: Pick<Code, 'isOver' | 'isUsedUp' | 'until'>) =>
  isOver ? (
    <Badge tone="failed">Ended {until}</Badge>
  ) : isUsedUp ? (
    <Badge tone="wait">Used up</Badge>
  ) : (
    <Badge tone="success">{until ? `Until ${until}` : 'Can be used'}</Badge>
  )
