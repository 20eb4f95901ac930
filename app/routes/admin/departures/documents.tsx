import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { today } from '#app/platform/clock.server'
import { addDays, showDay } from '#app/platform/days'
import { counted } from '#app/platform/words'
import { namedDeparture } from '#app/server/guards/named-rows.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { DOCUMENTS_AT_MOST, SIGNER_WORDS } from '#app/tours/document-form'
import { documentsOf } from '#app/tours/documents.server'
import { toSignOnDeparture } from '#app/travelers/signatures.server'
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
  await requireStaff(request, 'see tour')
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
    settings: `/admin/departures/${id}/settings`,
    canAdd: documents.length < DOCUMENTS_AT_MOST,
    documents,
  }
}

export const meta = () => adminHead('Documents to sign')

export default function DocumentsPage() {
  const { settings, canAdd, documents } = useLoaderData<typeof loader>()
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
    </>
  )
}
