import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { businessTime } from '#app/platform/clock.server'
import { counted } from '#app/platform/words'
import { EditRow, rowTexts, stayOnListFailure } from '#app/routes/admin/settings/editable-list'
import { editRow, openRow } from '#app/routes/admin/settings/list-answers.server'
import { namedDeparture, rowId } from '#app/server/guards/named-rows.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { pageHtml } from '#app/site/page-markdown.server'
import { may } from '#app/staff/rights'
import { DOCUMENT, DOCUMENTS_AT_MOST, DocumentForm, VERSIONS_AT_MOST } from '#app/tours/document-form'
import { documentIn, documentsIn } from '#app/tours/documents.server'
import { evidenceOf, toSignOnDeparture } from '#app/travelers/signatures.server'
import { AdminRow, AdminTable, adminHead, EmptyState } from '#app/ui/admin/admin-parts'
import { Link } from '#app/ui/link'
import { Notice } from '#app/ui/notice'

const TEXTS = rowTexts('End', 'document')

const listOf = (departureId: number) => `/admin/departures/${departureId}/settings/documents`

const SIGNED_AS = { traveler: 'For themselves', lead: 'For everyone on the booking', guardian: 'As guardian' }
const BY_LINK = { own: 'Their own link', booking: 'Link of the booking' }

/** A document to be written, who has signed which version of it, and who has not. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see tour')
  const departure = namedDeparture(params)
  const id = rowId(params.document)
  const known = id === 'new' ? undefined : documentIn(departure.id, id)
  const seesTravelers = may(staff, 'see travelers')
  return openRow(params.document, documentsIn(departure.id).open, {
    list: listOf(departure.id),
    isOver: known ? known.endedAt !== null : false,
    missing:
      known && seesTravelers
        ? toSignOnDeparture(departure.id).filter(
            ({ documentId, signatureId }) => documentId === known.id && signatureId === null,
          ).length
        : 0,
    evidence: known && seesTravelers ? shownEvidence(departure.id, known.id) : [],
  })
}

const shownEvidence = (departureId: number, documentId: number) =>
  (evidenceOf(departureId, documentId) ?? [])
    .toReversed()
    .map(({ signed, since, asksAgain, ...version }) => ({
      ...{
        number: version.number,
        title: version.title,
        digest: version.digest,
        html: pageHtml(version.text),
      },
      since: businessTime(since),
      asksAgain: asksAgain && version.number > 1,
      signed: signed.map(({ signature, reference }) => ({
        ...{ id: signature.id, reference, traveler: signature.travelerName, by: signature.signedName },
        ...{ as: SIGNED_AS[signature.signedAs], link: BY_LINK[signature.byLink] },
        at: businessTime(signature.signedAt),
        isOver: signature.endedAt !== null,
      })),
    }))

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change tour')
  const { id } = namedDeparture(params)
  return editRow(request, params.document, staff, {
    ...documentsIn(id),
    ...{ table: DOCUMENT, schema: DocumentForm, list: listOf(id) },
    refusals: {
      gone: { formErrors: ['This document has ended, and can no longer be changed.'] },
      'too-many': { formErrors: [`A departure has ${DOCUMENTS_AT_MOST} documents at most.`] },
      'too-many-versions': {
        formErrors: [`This document has ${VERSIONS_AT_MOST} versions. End it, and add a new one.`],
      },
    },
    saved: ({ title }) => ({ title: 'Document saved', description: title }),
    removed: { title: 'Document ended', description: 'No one is asked to sign it anymore.' },
  })
}

export const clientAction = stayOnListFailure(TEXTS)

export const meta = () => adminHead('Document to sign')

export default function DocumentPage() {
  const { list, isOver, missing, evidence, ...row } = useLoaderData<typeof loader>()
  const title = row.words?.title
  return (
    <>
      <EditRow
        {...{ form: 'document', texts: TEXTS, table: DOCUMENT, schema: DocumentForm, list, row, isOver }}
        heading={title ?? 'Add document'}
        removal={
          <>
            No one is asked to sign <strong>{title}</strong> anymore. What was signed stays.
          </>
        }
        above={
          isOver && (
            <Notice tone="info" title="This document has ended" className="mb-5">
              No one is asked to sign it. What was signed stays below.
            </Notice>
          )
        }
      />
      {row.words && <Missing list={list} missing={missing} />}
      {evidence.map((version) => (
        <Version key={version.number} version={version} />
      ))}
    </>
  )
}

type Shown = ReturnType<typeof useLoaderData<typeof loader>>

const Missing = ({ list, missing }: Pick<Shown, 'list' | 'missing'>) =>
  missing > 0 && (
    <p className="mt-8 text-sm">
      {counted(missing, 'signature')} missing:{' '}
      <Link to={`${list}#unsigned`} className="underline underline-offset-3">
        see who has not signed yet
      </Link>
    </p>
  )

/** A version as it was shown, with who signed it. */
const Version = ({ version }: { version: Shown['evidence'][number] }) => (
  <section className="mt-8">
    <h2 className="mb-1 font-semibold">
      Version {version.number}: {version.title}
    </h2>
    <p className="mb-3 text-admin-soft text-xs wrap-anywhere">
      Since {version.since}. {version.asksAgain && 'Who had signed before signs again. '}
      Digest {version.digest}
    </p>
    <details className="mb-4 text-sm">
      <summary className="cursor-pointer font-semibold">The text that was shown</summary>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: markdown-it escapes what staff type */}
      <div className="legal-text mt-3 max-w-3xl" dangerouslySetInnerHTML={{ __html: version.html }} />
    </details>
    {version.signed.length === 0 ? (
      <EmptyState title="No one has signed this version">{null}</EmptyState>
    ) : (
      <AdminTable
        caption={`${counted(version.signed.length, 'signature')} of version ${version.number}`}
        columns={['Traveler', 'Booking', 'Signed as', 'How', 'Time']}
      >
        {version.signed.map(({ id, traveler, reference, by, as, link, at, isOver }) => (
          <AdminRow key={id}>
            <th scope="row" className="wrap-anywhere">
              <bdi>{traveler}</bdi>
              {isOver && (
                <span className="block font-normal text-xs">Their seat has another traveler now</span>
              )}
            </th>
            <td>
              <Link to={`/admin/bookings/${reference}`} className="underline underline-offset-3">
                {reference}
              </Link>
            </td>
            <td className="wrap-anywhere">
              <bdi>{by}</bdi>
            </td>
            <td>
              {as}. {link}
            </td>
            <td className="whitespace-nowrap">{at}</td>
          </AdminRow>
        ))}
      </AdminTable>
    )}
  </section>
)
