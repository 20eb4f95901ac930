import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { heldPath, personPath } from '#app/people/contact-fields'
import { now, today } from '#app/platform/clock.server'
import { EMAIL_AT_MOST } from '#app/platform/typed/fields'
import { inWords } from '#app/platform/words'
import { BACKUP_MONTHS } from '#app/server/backup/backup-folder.server'
import { readForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { erasePerson } from '#app/server/personal/erase-person.server'
import { heldRows } from '#app/server/personal/personal-data.server'
import { removeTracesNow } from '#app/server/personal/remove-traces.server'
import { soughtBy } from '#app/server/personal/sought.server'
import { type Hindrance, whyNotErased } from '#app/server/personal/why-not-erased.server'
import { AGREEMENT_RETAINED_YEARS } from '#app/server/retention/retained-for.server'
import { NotSent, stayOnFailure } from '#app/ui/admin/admin-form'
import { AdminHeading, AdminLink, AdminPanel, adminHead, SubmitButton } from '#app/ui/admin/admin-parts'
import { TextLink } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { redirectWithToast, successToast } from '#app/ui/toasts/flash.server'

const emailIn = (request: Request): string =>
  (new URL(request.url).searchParams.get('email') ?? '').trim().slice(0, EMAIL_AT_MOST)

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'change travelers')
  const email = emailIn(request)
  const sought = soughtBy(email)
  const held = email ? heldRows(sought) : []
  if (held.length === 0) throw redirect(heldPath(email))
  return {
    email,
    months: BACKUP_MONTHS,
    held: held.map(({ what, rows }) => ({ what: what.staff, count: rows.length })),
    hindrances: whyNotErased(sought, today()),
    agreementYears: held.some(({ name }) => name === 'autopay_consents')
      ? inWords(AGREEMENT_RETAINED_YEARS)
      : null,
    hasStory: held.some(({ rows }) => rows.some((row) => row.publishedAt)),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change travelers')
  const email = emailIn(request)
  await readForm(request, [])
  const erased = await erasePerson(email, staff, now())
  if ('by' in erased) return data({ hindrances: erased.by }, 409)
  if ('refused' in erased) return redirect(heldPath(email))
  await removeTracesNow(now)
  return redirectWithToast('/admin/people', ERASED)
}

const ERASED = successToast(
  'Person erased',
  'Nothing of theirs is left but amounts, dates and booking references, without a name.',
)

export const clientAction = stayOnFailure({ title: 'Failed to erase the person' })

export const meta = () => adminHead('Erase a person')

export default function ErasePage() {
  const { email, months, held, hindrances, agreementYears, hasStory } = useLoaderData<typeof loader>()
  const stands = useActionData<typeof action>()?.hindrances ?? hindrances
  const isErasing = useNavigation().formMethod === 'POST'
  return (
    <>
      <AdminHeading title="Erase a person" lead={email}>
        <AdminLink to={personPath(email)}>Back to the person</AdminLink>
        <AdminLink to={heldPath(email)}>See what is held</AdminLink>
      </AdminHeading>
      <Hindrances hindrances={stands} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <AdminPanel title="What is held">
          <ul className="grid gap-1 text-sm">
            {held.map(({ what, count }) => (
              <li key={what}>
                {what}: {count.toLocaleString('en-US')}
              </li>
            ))}
          </ul>
        </AdminPanel>
        <AdminPanel title="What happens">
          <div className="grid gap-3 text-sm">
            <p>
              Name, addresses, phone numbers, messages, details, notes, reviews and emails are deleted, in
              every table, search index and file of the site. It cannot be undone.
            </p>
            <p>
              Payments, prices, dates and booking references stay for your books, without a name. What you
              wrote about them keeps its other words.
            </p>
            <p>
              Backups of earlier nights still have it, for up to {months} months; if one is restored, the
              person is erased again. Emails in your own mailbox and records at Stripe are not the site’s:
              delete or redact them there.
            </p>
            {agreementYears && (
              <p>
                What they agreed may be charged automatically stays as proof for {agreementYears} years after
                it ended, without their address.
              </p>
            )}
            {hasStory && (
              <p>
                A review of theirs was published: the <TextLink to="/admin/settings/stories">story</TextLink>{' '}
                and its <TextLink to="/admin/settings/gallery">photographs</TextLink> stay until you remove
                them.
              </p>
            )}
          </div>
          {stands.length === 0 && (
            <Form method="post" className="mt-5 grid gap-4">
              <NotSent />
              <div>
                <SubmitButton tone="danger" busy={isErasing} label="Erase for good" busyLabel="Erasing..." />
              </div>
            </Form>
          )}
        </AdminPanel>
      </div>
    </>
  )
}

const Hindrances = ({ hindrances }: { hindrances: Hindrance[] }) =>
  hindrances.length > 0 && (
    <Notice tone="wait" role="alert" title="They cannot be erased yet" className="mb-5">
      <ul className="grid gap-1">
        {hindrances.map(({ words, reference }) => (
          <li key={words}>
            {words} {reference && <TextLink to={`/admin/bookings/${reference}`}>See {reference}</TextLink>}
          </li>
        ))}
      </ul>
    </Notice>
  )
