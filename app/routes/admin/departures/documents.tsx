import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { businessTime, today } from '#app/platform/clock.server'
import { addDays, showDay } from '#app/platform/days'
import { counted } from '#app/platform/words'
import { namedDeparture } from '#app/server/guards/named-rows.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { may } from '#app/staff/rights'
import { DOCUMENTS_AT_MOST, SIGNER_WORDS } from '#app/tours/document-form'
import { documentsOf } from '#app/tours/documents.server'
import { type ToSign, toSignOnDeparture } from '#app/travelers/signatures.server'
import {
  AdminHeading,
  AdminLink,
  AdminRow,
  AdminTable,
  adminHead,
  EmptyState,
} from '#app/ui/admin/admin-parts'
import { Badge } from '#app/ui/badge'
import { Link } from '#app/ui/link'

/** What travelers of a departure sign, and how many have. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see tour')
  const { id, startsOn } = namedDeparture(params)
  const asked = toSignOnDeparture(id)
  const documents = documentsOf(id).map(({ id: documentId, signers, daysBefore, endedAt, now }) => {
    const ofIt = asked.filter((one) => one.documentId === documentId)
    const open = ofIt.filter(({ signatureId }) => signatureId === null).length
    const signBy = addDays(startsOn, -daysBefore)
    return {
      ...{ id: documentId, title: now.title, signers: SIGNER_WORDS[signers], isOver: endedAt !== null },
      ...{ open, isLate: open > 0 && signBy < today(), signBy: showDay(signBy) },
      signed: `${ofIt.length - open} of ${ofIt.length}`,
    }
  })
  return {
    unsigned: may(staff, 'see travelers') ? asked.filter(isOpen).map(shownUnsigned) : [],
    settings: `/admin/departures/${id}/settings`,
    canAdd: documents.length < DOCUMENTS_AT_MOST,
    documents,
  }
}

const isOpen = ({ signatureId }: ToSign): boolean => signatureId === null

const shownUnsigned = ({ documentId, travelerId, reference, position, name, title, ...one }: ToSign) => ({
  ...{ key: `${documentId} ${travelerId}`, documentId, reference, title },
  ...{
    name: name || `Traveler ${position}`,
    since: businessTime(one.askedSince),
    signBy: showDay(one.signBy),
  },
  isLate: one.signBy < today(),
})

export const meta = () => adminHead('Documents to sign')

export default function DocumentsPage() {
  const { settings, canAdd, documents, unsigned } = useLoaderData<typeof loader>()
  const page = `${settings}/documents`
  return (
    <>
      <AdminHeading
        title="Documents to sign"
        lead="What travelers of this departure read and sign on their own pages: a waiver, the consent of a parent. Each signature keeps the text, the name that was typed and the time."
      >
        <AdminLink to={settings}>Dates and prices</AdminLink>
        {canAdd && (
          <AdminLink to={`${page}/new`} tone="main">
            Add document
          </AdminLink>
        )}
      </AdminHeading>
      <Outlet />
      {documents.length === 0 ? (
        <EmptyState title="No documents yet">
          Travelers sign nothing for this departure. Have your lawyer write what they should sign.
        </EmptyState>
      ) : (
        <AdminTable
          caption="Documents, the first one first"
          columns={['Document', 'Who signs', 'By', 'Signed', 'State']}
        >
          {documents.map(({ id, title, signers, signBy, signed, open, isOver, isLate }) => (
            <AdminRow key={id}>
              <th scope="row" className="wrap-anywhere">
                <Link to={`${page}/${id}`} className="font-semibold underline-offset-4 hover:underline">
                  {title}
                </Link>
              </th>
              <td>{signers}</td>
              <td className="whitespace-nowrap">{signBy}</td>
              <td>{signed}</td>
              <td>
                {isOver ? (
                  <Badge tone="quiet">Ended</Badge>
                ) : open === 0 ? (
                  <Badge tone="success">Nothing is missing</Badge>
                ) : (
                  <Badge tone={isLate ? 'failed' : 'wait'}>{counted(open, 'signature')} missing</Badge>
                )}
              </td>
            </AdminRow>
          ))}
        </AdminTable>
      )}
      {unsigned.length > 0 && <Unsigned page={page} unsigned={unsigned} />}
    </>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

/** Who has still to sign what, and the way to remind them. */
const Unsigned = ({ page, unsigned }: { page: string; unsigned: Loaded['unsigned'] }) => (
  <section className="mt-8" aria-labelledby="unsigned">
    <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
      <h2 id="unsigned" className="font-semibold">
        Not signed yet
      </h2>
      <AdminLink to={`${page}/remind`} preventScrollReset>
        Remind them…
      </AdminLink>
    </div>
    <AdminTable
      caption={`${counted(unsigned.length, 'signature')} missing`}
      columns={['Traveler', 'Booking', 'Document', 'Asked since', 'Sign by']}
    >
      {unsigned.map(({ key, name, reference, title, since, signBy, isLate }) => (
        <AdminRow key={key}>
          <th scope="row" className="wrap-anywhere">
            <bdi>{name}</bdi>
          </th>
          <td>
            <Link to={`/admin/bookings/${reference}`} className="underline underline-offset-3">
              {reference}
            </Link>
          </td>
          <td className="wrap-anywhere">{title}</td>
          <td className="whitespace-nowrap">{since}</td>
          <td className="whitespace-nowrap">
            {signBy} {isLate && <Badge tone="failed">Late</Badge>}
          </td>
        </AdminRow>
      ))}
    </AdminTable>
  </section>
)
