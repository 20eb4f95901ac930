import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { type ContactChange, ContactChangeForm, markAnswered } from '#app/people/change-contact.server'
import { bookForPath, CONTACT_GONE, filteredListQuery, personPath } from '#app/people/contact-fields'
import { contactWith } from '#app/people/list-contacts.server'
import { INQUIRY } from '#app/people/people-fields'
import { isReplyLate, replyDueAt } from '#app/people/reply-promise'
import { businessTime, now } from '#app/platform/clock.server'
import { type Field, namesOf, shownIn } from '#app/platform/typed/fields'
import { NotesPanel, noteNotSaved } from '#app/routes/admin/notes/notes-panel'
import {
  answerNote,
  NOTE_FIELDS,
  type NotesView,
  notesView,
} from '#app/routes/admin/notes/notes-panel.server'
import { readForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { type Failure, revalidateAfterError, stayOnFailure } from '#app/ui/admin/admin-form'
import {
  AdminHeading,
  AdminLink,
  AdminPanel,
  adminButton,
  adminHead,
  EmptyState,
} from '#app/ui/admin/admin-parts'
import { Exchange, type ShownLetter } from '#app/ui/admin/letters'
import { AnswerBadge, Badge } from '#app/ui/badge'
import { Link, telHref } from '#app/ui/link'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { exchangeWith } from '#app/views/person.server'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see inquiries')
  const contact = contactWith(params.id)
  const list = filteredListQuery(request)
  if (!contact) return data({ list, contact: null, exchange: [], notes: null }, { status: 404 })
  const { createdAt, answeredAt, ...words } = contact
  return data({
    list,
    exchange: exchangeWith(contact),
    notes: notesView({ contactId: contact.id }, request),
    contact: {
      ...words,
      isLate: isReplyLate(contact, now()),
      replyDueAt: businessTime(replyDueAt(createdAt)),
      createdAt: businessTime(createdAt),
      answeredAt: answeredAt && businessTime(answeredAt),
    },
  })
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change inquiries')
  const form = await readForm(request, [...namesOf(ContactChangeForm.shape), ...NOTE_FIELDS])
  const id = Number(params.id)
  const here = `/admin/contacts/${id}${filteredListQuery(request)}`
  if (!contactWith(params.id)) {
    return redirectWithToast('/admin/contacts', CONTACT_GONE)
  }
  const { answered } = ContactChangeForm.parse(Object.fromEntries(form))
  if (answered === undefined) return answerNote(form, { contactId: id }, staff, here)

  markAnswered(id, answered, staff, now())
  const title = answered ? 'Marked as answered' : 'Marked as not answered'
  return redirectWithToast(here, { tone: 'success', title })
}

export const shouldRevalidate = revalidateAfterError

/** The failure of each form by a field that only it has; the others are the notes'. */
const NOT_SAVED: Record<keyof ContactChange, Failure> = {
  answered: { title: 'Failed to mark the contact' },
}

export const clientAction = stayOnFailure((sent) => {
  const form = namesOf(NOT_SAVED).find((name) => sent.has(name))
  return form ? NOT_SAVED[form] : noteNotSaved(sent)
})

export const meta = () => adminHead('Contact')

export default function ContactPage() {
  const { list, contact, exchange, notes } = useLoaderData<typeof loader>()
  return (
    <>
      <p className="mb-3 text-xs">
        <Link to={`/admin/contacts${list}`} className="admin-quiet-button">
          {list ? 'Back to the list' : 'All contacts'}
        </Link>
      </p>
      {contact && notes ? (
        <WholeContact key={contact.id} {...{ contact, exchange, notes, list }} />
      ) : (
        <NoContact />
      )}
    </>
  )
}

type ShownContact = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['contact']>

type WholeProps = { contact: ShownContact; exchange: ShownLetter[]; notes: NotesView; list: string }

const WholeContact = ({ contact, exchange, notes, list }: WholeProps) => (
  <>
    <AdminHeading
      title={`${contact.firstName} ${contact.lastName}`}
      badge={<AnswerBadge isAnswered={contact.answeredAt !== null} isLate={contact.isLate} />}
      lead={`Wrote on ${contact.createdAt}`}
    >
      <AdminLink to={`/admin/contacts/${contact.id}/answer${list}`} tone="main">
        {exchange.length > 1 ? 'Answer again' : 'Answer'}
      </AdminLink>
      <AdminLink to={bookForPath({ ...contact, name: `${contact.firstName} ${contact.lastName}` })}>
        Book
      </AdminLink>
      <a href={`mailto:${contact.email}`} className={adminButton('plain')}>
        Email {contact.firstName}
      </a>
      <AdminLink to={`delete${list}`} tone="danger">
        Delete
      </AdminLink>
    </AdminHeading>
    <div className="wrap-anywhere grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Exchange letters={exchange} />
      <div className="grid gap-5">
        <AdminPanel title="Details">
          <dl className="grid gap-3 text-sm">
            {namesOf(INQUIRY).map((field) => (
              <Detail key={field} field={field} value={contact[field]} />
            ))}
            <div>
              <dt className="font-semibold text-2xs text-admin-soft">Person</dt>
              <dd>
                <Link to={personPath(contact.email)} className="admin-quiet-button">
                  Bookings, emails and notes
                </Link>
              </dd>
            </div>
          </dl>
          <AnsweredForm answeredAt={contact.answeredAt} replyDueAt={contact.replyDueAt} />
        </AdminPanel>
        <NotesPanel notes={notes} />
      </div>
    </div>
  </>
)

/** Shown above and beside the details. */
const SHOWN_APART = ['firstName', 'lastName', 'message']

const Detail = ({ field, value }: { field: keyof typeof INQUIRY; value: string }) =>
  SHOWN_APART.includes(field) ? null : (
    <div>
      <dt className="font-semibold text-2xs text-admin-soft">{INQUIRY[field].label}</dt>
      <dd>{shownAs(INQUIRY[field], value)}</dd>
    </div>
  )

function shownAs(field: Field, value: string) {
  const { kind } = field
  if (field.of) return <Badge tone="info">{shownIn(field, value)}</Badge>
  if (kind !== 'email' && kind !== 'tel') return value
  const to = kind === 'email' ? `mailto:${value}` : telHref(value)
  return (
    <a href={to} className={'admin-quiet-button'}>
      {value}
    </a>
  )
}

type AnsweredFormProps = { answeredAt: string | null; replyDueAt: string }

/** Whether the contact was answered, and the button that says otherwise. */
function AnsweredForm({ answeredAt, replyDueAt }: AnsweredFormProps) {
  const isSaving = useNavigation().formData?.has('answered') ?? false
  const label = answeredAt ? 'Mark as not answered' : 'Mark as answered'
  return (
    <Form
      method="post"
      preventScrollReset
      className="mt-4 flex flex-wrap items-center justify-between gap-3 border-admin-line border-t pt-4"
    >
      <p className="text-sm">
        {answeredAt
          ? `Answered on ${answeredAt}`
          : `Not answered yet. A reply was promised by ${replyDueAt}.`}
      </p>
      <button
        type="submit"
        name="answered"
        value={answeredAt ? 'no' : 'yes'}
        aria-busy={isSaving}
        className={adminButton('plain')}
      >
        {isSaving ? 'Saving...' : label}
      </button>
    </Form>
  )
}

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
