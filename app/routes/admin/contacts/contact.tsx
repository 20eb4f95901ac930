import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type Annotated, markAnswered, noteContact } from '#app/people/change-contact.server'
import { contactQuery, readContactFilters } from '#app/people/contact-filters'
import { interestName } from '#app/people/inquiry-fields'
import { contactWith } from '#app/people/list-contacts.server'
import { NoteForm } from '#app/people/people-forms'
import { isReplyLate, replyDueAt } from '#app/people/reply-promise'
import { now } from '#app/platform/clock.server'
import { showInstant } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { keepTyped, lookAnewAfterRefusal } from '#app/routes/admin/admin-form'
import { fieldsOf, readForm } from '#app/server/read-form.server'
import { requireStaff } from '#app/server/staff-session.server'
import { AdminHeading, AdminPanel, adminButton, adminHead, EmptyState } from '#app/ui/admin/admin-parts'
import { Badge } from '#app/ui/badge'
import { Link } from '#app/ui/link'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { ContactNote, NOTE_NOT_SAVED } from './contact-note'
import { AnswerBadge, AnsweredForm } from './contact-parts'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see inquiries')
  const contact = contactWith(params.id)
  const list = listAsked(request)
  if (!contact) return data({ list, contact: null }, { status: 404 })
  const { createdAt, answeredAt, ...words } = contact
  return data({
    list,
    contact: {
      ...words,
      isLate: isReplyLate(contact, now()),
      replyDueAt: showInstant(replyDueAt(createdAt), env.BUSINESS_TIMEZONE),
      createdAt: showInstant(createdAt, env.BUSINESS_TIMEZONE),
      answeredAt: answeredAt && showInstant(answeredAt, env.BUSINESS_TIMEZONE),
    },
  })
}

/** The search and filters of the list that the contact was opened from, as '?answer=waiting'; '' for none. */
function listAsked(request: Request): string {
  const query = contactQuery(readContactFilters(new URL(request.url).searchParams))
  return query.size > 0 ? `?${query}` : ''
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change inquiries')
  const form = await readForm(request, ['answered', ...fieldsOf(NoteForm)])
  const id = Number(params.id)
  const here = `/admin/contacts/${id}${listAsked(request)}`
  if (form.has('answered')) {
    const isAnswered = form.get('answered') === 'yes'
    const told = isAnswered ? 'Marked as answered' : 'Marked as not answered'
    return backTo(here, markAnswered(id, isAnswered, staff, now()), told)
  }

  const submission = parseWithZod(form, { schema: NoteForm })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { note, before } = submission.value
  const outcome = noteContact(id, note, before, staff, now())
  if ('refused' in outcome && outcome.refused === 'changed')
    return data(submission.reply({ formErrors: ['A colleague has changed this note in the meantime'] }), {
      status: 409,
    })
  return backTo(here, outcome, 'Note saved')
}

export const shouldRevalidate = lookAnewAfterRefusal

const backTo = (here: string, outcome: Annotated, told: string) =>
  'refused' in outcome
    ? redirectWithToast('/admin/contacts', {
        tone: 'failure',
        title: 'Error',
        description: 'This contact no longer exists: someone has deleted it.',
      })
    : redirectWithToast(here, { tone: 'success', title: told })

export const clientAction = keepTyped((sent) =>
  sent.has('answered') ? { title: 'Failed to mark the contact' } : NOTE_NOT_SAVED,
)

export const meta: MetaFunction = () => adminHead('Contact')

export default function ContactPage() {
  const { list, contact } = useLoaderData<typeof loader>()
  return (
    <>
      <p className="mb-3 text-xs">
        <Link to={`/admin/contacts${list}`} className="admin-quiet-button">
          {list ? 'Back to the list' : 'All contacts'}
        </Link>
      </p>
      {contact ? <WholeContact key={contact.id} contact={contact} /> : <NoContact />}
    </>
  )
}

type ShownContact = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['contact']>

const WholeContact = ({ contact }: { contact: ShownContact }) => (
  <>
    <AdminHeading
      title={`${contact.firstName} ${contact.lastName}`}
      badge={<AnswerBadge isAnswered={contact.answeredAt !== null} isLate={contact.isLate} />}
      lead={`Wrote on ${contact.createdAt}`}
    >
      <a href={`mailto:${contact.email}`} className={adminButton('main')}>
        Email {contact.firstName}
      </a>
      <Link to="delete" className={adminButton('danger')}>
        Delete
      </Link>
    </AdminHeading>
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <AdminPanel title="Message">
        <p dir="auto" className="whitespace-pre-wrap break-words">
          {contact.message}
        </p>
      </AdminPanel>
      <div className="grid gap-5">
        <AdminPanel title="Details">
          <dl className="grid gap-3 break-words text-sm">
            <Detail label="Email">
              <a href={`mailto:${contact.email}`} className="admin-quiet-button break-words">
                {contact.email}
              </a>
            </Detail>
            <Detail label="Phone">
              <a href={`tel:${contact.phone.replace(/[^\d+]/g, '')}`} className="admin-quiet-button">
                {contact.phone}
              </a>
            </Detail>
            <Detail label="Interest">
              <Badge tone="info">{interestName(contact.interest)}</Badge>
            </Detail>
          </dl>
          <AnsweredForm answeredAt={contact.answeredAt} replyDueAt={contact.replyDueAt} />
        </AdminPanel>
        <ContactNote note={contact.note ?? ''} />
      </div>
    </div>
  </>
)

const Detail = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div>
    <dt className="font-semibold text-2xs text-admin-soft">{label}</dt>
    <dd>{children}</dd>
  </div>
)

const NoContact = () => (
  <>
    <AdminHeading title="Contact not found" />
    <EmptyState title="This contact is not here">
      Someone may have deleted it. The others are under{' '}
      <Link to="/admin/contacts" className="admin-quiet-button">
        Contacts
      </Link>
      .
    </EmptyState>
  </>
)
