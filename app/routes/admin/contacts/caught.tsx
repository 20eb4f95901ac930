import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { ApplicationForm } from '#app/bookings/leaders/leader-form'
import { applyAsLeader } from '#app/bookings/leaders/save-leader.server'
import { BookingLinksForm, sendBookingLinks } from '#app/bookings/send-booking-links.server'
import { joinWaitlist, WaitlistForm } from '#app/bookings/waitlist/join-waitlist.server'
import { WAITLIST } from '#app/bookings/waitlist/waitlist-fields'
import {
  CAUGHT_RETAINED_DAYS,
  type CaughtMessage,
  caughtMessages,
  caughtWith,
  endCaught,
} from '#app/people/caught-messages.server'
import { INQUIRY } from '#app/people/people-fields'
import { InquiryForm, NewsletterForm, WatchForm } from '#app/people/people-forms'
import { receiveInquiry } from '#app/people/receive-inquiry.server'
import { subscribe } from '#app/people/subscribers.server'
import { businessTime, machineNow, now, today } from '#app/platform/clock.server'
import { capitalized, type Fields, shownIn } from '#app/platform/typed/fields'
import { addressDigest } from '#app/server/guards/guest-cookies.server'
import { readForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { sendDataLink } from '#app/server/personal/data-link.server'
import { readNameInLinks } from '#app/tours/departure'
import { departureOnOffer } from '#app/tours/departures.server'
import { startWatching } from '#app/tours/watchers.server'
import { stayOnFailure } from '#app/ui/admin/admin-form'
import { AdminHeading, AdminPanel, adminButton, adminHead, EmptyState } from '#app/ui/admin/admin-parts'
import { Badge } from '#app/ui/badge'
import { Link } from '#app/ui/link'
import { redirectWithToast } from '#app/ui/toasts/flash.server'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see inquiries')
  return {
    days: CAUGHT_RETAINED_DAYS,
    messages: caughtMessages().map(({ id, form, words, createdAt }) => ({
      ...{ id, form: FORM_NAMES[form], at: businessTime(createdAt) },
      words: Object.entries(words)
        .filter(([, text]) => text !== '')
        .map(([name, text]) => [LABELS[name]?.label ?? capitalized(name), shownAs(name, text)] as const),
    })),
  }
}

const LABELS: Fields = { ...WAITLIST, ...INQUIRY }

const shownAs = (name: string, text: string) => (LABELS[name] ? shownIn(LABELS[name], text) : text)

const FORM_NAMES: Record<CaughtMessage['form'], string> = {
  inquiry: 'Inquiry',
  newsletter: 'Newsletter',
  watch: 'Next departure',
  waitlist: 'Waitlist',
  links: 'Send me my link',
  data: 'Send me my data',
  application: 'Bring others',
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change inquiries')
  const form = await readForm(request, ['message', 'as'])
  const message = caughtWith(Number(form.get('message')))
  const isGuest = form.get('as') === 'guest'
  if (message && isGuest && !passOn(message)) return redirectWithToast(HERE, NOT_PASSED_ON)
  if (!message || !endCaught(message.id, isGuest ? 'guest' : 'spam', staff, now()))
    return redirectWithToast(HERE, { tone: 'failure', title: 'Someone has dealt with this message already' })
  return redirectWithToast(HERE, isGuest ? PASSED_ON : { tone: 'success', title: 'Deleted' })
}

const HERE = '/admin/contacts/caught'

const PASSED_ON = {
  tone: 'success',
  title: 'Not spam',
  description: 'It was taken as if the form had just been sent.',
} as const

const NOT_PASSED_ON = {
  tone: 'failure',
  title: 'This could not be taken',
  description: 'Something in it is missing or no longer possible. Please write to the sender yourself.',
} as const

/** Takes what was typed as its form does; false where that is refused. */
function passOn({ form, words }: CaughtMessage): boolean {
  switch (form) {
    case 'inquiry':
      return taken(InquiryForm.safeParse(words), (inquiry) =>
        receiveInquiry({ ...inquiry, network: null }, now()),
      )
    case 'newsletter':
      return taken(NewsletterForm.safeParse(words), (wish) => subscribe(wish, now()))
    case 'watch':
      return taken(WatchForm.safeParse(words), ({ email }) =>
        startWatching(email, now(), readNameInLinks(words.departure)),
      )
    case 'waitlist':
      return taken(WaitlistForm.safeParse(words), ({ departure, ...wish }) => {
        const { id } = departureOnOffer(today(), readNameInLinks(departure))
        return joinWaitlist({ ...wish, departureId: id }, addressDigest(`staff for ${wish.email}`), now())
      })
    case 'links':
      return taken(BookingLinksForm.safeParse(words), ({ email }) => {
        sendBookingLinks(email, now())
        return {}
      })
    case 'application':
      return taken(ApplicationForm.safeParse(words), (application) => applyAsLeader(application, now()))
    case 'data':
      return taken(BookingLinksForm.safeParse(words), ({ email }) => {
        sendDataLink(email, now(), machineNow())
        return {}
      })
  }
}

const taken = <Typed,>(
  read: { success: true; data: Typed } | { success: false },
  take: (typed: Typed) => object,
) => read.success && !('refused' in take(read.data))

export const clientAction = stayOnFailure({ title: 'Failed to save' })

export const meta = () => adminHead('Caught as spam')

export default function CaughtPage() {
  const { days, messages } = useLoaderData<typeof loader>()
  return (
    <>
      <p className="mb-3 text-xs">
        <Link to="/admin/contacts" className="admin-quiet-button">
          All contacts
        </Link>
      </p>
      <AdminHeading
        title="Caught as spam"
        lead={`A hidden field of the form was filled in, as programs do. The sender was thanked and no one was emailed. Deleted after ${days} days.`}
      />
      {messages.length === 0 && (
        <EmptyState title="Nothing was caught">What programs send shows up here.</EmptyState>
      )}
      <ul className="grid gap-5">
        {messages.map((message) => (
          <li key={message.id}>
            <CaughtPanel message={message} />
          </li>
        ))}
      </ul>
    </>
  )
}

type Shown = ReturnType<typeof useLoaderData<typeof loader>>['messages'][number]

const CaughtPanel = ({ message: { id, form, at, words } }: { message: Shown }) => (
  <AdminPanel>
    <p className="mb-3 flex flex-wrap items-center gap-3 text-sm">
      <Badge tone="wait">{form}</Badge>
      {at}
    </p>
    <dl className="grid gap-2 text-sm wrap-anywhere">
      {words.map(([field, text]) => (
        <div key={field}>
          <dt className="font-semibold text-2xs text-admin-soft">{field}</dt>
          <dd className="whitespace-pre-line" dir="auto">
            {text}
          </dd>
        </div>
      ))}
    </dl>
    <Judge id={id} />
  </AdminPanel>
)

function Judge({ id }: { id: number }) {
  const isBusy = useNavigation().formData?.get('message') === String(id)
  return (
    <Form method="post" preventScrollReset className="mt-4 flex flex-wrap gap-3">
      <input type="hidden" name="message" value={id} />
      <button type="submit" name="as" value="guest" aria-busy={isBusy} className={adminButton('plain')}>
        Not spam
      </button>
      <button type="submit" name="as" value="spam" aria-busy={isBusy} className={adminButton('danger')}>
        Delete
      </button>
    </Form>
  )
}
