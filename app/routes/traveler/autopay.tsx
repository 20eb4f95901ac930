import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { bookingWithId } from '#app/bookings/find-booking.server'
import { chargesInWords } from '#app/bookings/installments/autopay'
import { stopAutopay } from '#app/money/changes/paying/agree-to-autopay.server'
import {
  agreementNow,
  confirmAnotherCard,
  openAnotherCard,
} from '#app/money/changes/paying/another-card.server'
import type { AutopayEnd } from '#app/money/payments/autopay-consents.server'
import { autopayPath, consentByLink } from '#app/money/payments/autopay-links.server'
import { businessTime, now } from '#app/platform/clock.server'
import { showDay, showDays, showMonth } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { stripeTrouble, withRetryAfter } from '#app/routes/payment/stripe-trouble.server'
import { readForm } from '#app/server/guards/read-form.server'
import { departureOf } from '#app/tours/departures.server'
import { Button } from '#app/ui/button'
import { ArrivedNotice, Notice } from '#app/ui/notice'
import { unlistedHead } from '#app/ui/page-head'
import { NarrowPage, Panel } from '#app/ui/panel'
import { ContactLine, UnknownLink } from '#app/ui/shell/contact-line'
import type { PageHandle } from '#app/ui/shell/page-handle'
import { SummaryList } from '#app/ui/summary-list'
import { redirectWithToast, successToast } from '#app/ui/toasts/flash.server'
import { autopayFacts } from '#app/views/autopay.server'

export const handle: PageHandle = { money: true }

export const headers = withRetryAfter

/** What is charged by itself, on the payer's own link (rules 3.13). Opening it changes nothing. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const asked = consentByLink(params.token ?? '')
  const booking = asked && bookingWithId(asked.bookingId)
  if (!asked || !booking) return data(null, 404)

  if (new URL(request.url).searchParams.get('card') === 'kept') {
    try {
      const isKept = await confirmAnotherCard(asked, now)
      throw isKept
        ? await redirectWithToast(autopayPath(asked), KEPT, { status: 303 })
        : redirect(autopayPath(asked), 303)
    } catch (error) {
      if (error instanceof Response) throw error
      // Reconcile asks again: the page says that it is not known yet.
    }
  }
  const consent = agreementNow(asked)
  const departure = departureOf(booking)
  return data({
    reference: booking.reference,
    tour: `${departure.name}, ${showDays(departure.startsOn, departure.endsOn)}`,
    state: consent.endedAt ? 'ended' : consent.startedAt ? 'live' : 'waits',
    endedFor: consent.endedFor,
    agreedAt: businessTime(consent.agreedAt),
    words: consent.words,
    agreed: chargesInWords(consent.plan),
    ...autopayFacts(consent, booking),
  } as const)
}

const KEPT = successToast('Your new card is saved', 'The installments are charged to it from now on.')
const STOPPED = successToast(
  'Automatic payment stopped',
  'Nothing more is charged automatically. We’ve emailed you.',
)

export async function action({ request, params }: ActionFunctionArgs) {
  const asked = consentByLink(params.token ?? '')
  if (!asked) throw new Response(null, { status: 404 })
  const form = await readForm(request, ['does'])
  const consent = agreementNow(asked)
  if (form.get('does') === 'stop') {
    return stopAutopay(consent, null, now())
      ? redirectWithToast(autopayPath(consent), STOPPED)
      : redirect(autopayPath(consent), 303)
  }
  if (form.get('does') !== 'another-card') throw new Response(null, { status: 400 })
  try {
    const url = await openAnotherCard(consent, now)
    return redirect(url ?? autopayPath(consent), 303)
  } catch (error) {
    const { onPage, init } = stripeTrouble(error)
    return data({ refused: onPage }, init)
  }
}

export const meta = unlistedHead(
  '/autopay',
  'Automatic payment',
  'Installments that are charged on their dates.',
)

type Page = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>>

export default function AutopayPage() {
  const page = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()?.refused
  if (!page) return <UnknownLink />
  return (
    <NarrowPage title="Automatic payment" lead={page.tour}>
      <div className="grid gap-6">
        {refused && (
          <ArrivedNotice tone="danger" role="alert" title="Your card was not changed">
            {refused}
          </ArrivedNotice>
        )}
        {page.state === 'live' && <Live page={page} />}
        {page.state === 'waits' && (
          <Notice tone="wait" title="Your card is not saved yet">
            Nothing is charged automatically before that. If you have just entered it, please look again in a
            minute.
          </Notice>
        )}
        {page.state === 'ended' && page.endedFor && (
          <Notice tone="info" title={ENDED[page.endedFor]}>
            Nothing more is charged automatically.
          </Notice>
        )}
      </div>
      <ContactLine reference={page.reference} className="mt-8 text-ink-soft text-sm" />
    </NarrowPage>
  )
}

function Live({ page }: { page: Page }) {
  const doing = useNavigation().formData?.get('does')
  return (
    <>
      <Panel title={page.card}>
        <p className="mt-1 text-ink-soft text-sm">
          {page.expiresIn ? `Expires ${showMonth(page.expiresIn)}. ` : ''}Booking {page.reference}.
        </p>
        {page.charges.length > 0 ? (
          <SummaryList
            className="mt-4"
            rows={page.charges.map(({ name, owedCents, dueOn }) => ({
              label: name,
              note: `On ${showDay(dueOn)}`,
              value: showCents(owedCents),
            }))}
          />
        ) : (
          <p className="mt-4">Nothing is left to charge.</p>
        )}
        <p className="mt-3 text-ink-soft text-sm">We email you before each charge.</p>
        <Form method="post" className="mt-5">
          <Button
            name="does"
            value="another-card"
            tone="outline"
            busy={doing === 'another-card'}
            busyLabel="Opening..."
          >
            {page.isBank ? 'Use a card instead' : 'Use another card'}
          </Button>
        </Form>
      </Panel>
      <Panel title="Stop automatic payment">
        <p className="mt-2 text-sm">
          The booking stands as it is. You pay each installment yourself then, by the link in our email.
        </p>
        <Form method="post" className="mt-4">
          <Button name="does" value="stop" tone="outline" busy={doing === 'stop'} busyLabel="Stopping...">
            Stop automatic payment
          </Button>
        </Form>
      </Panel>
      <p className="text-ink-soft text-xs">
        What you agreed to on {page.agreedAt}: “{page.words}”
      </p>
    </>
  )
}

/** Why it is over, as a guest reads it. */
const ENDED: Record<AutopayEnd, string> = {
  'not-begun': 'Automatic payment did not begin',
  stopped: 'Automatic payment is stopped',
  'stopped-by-staff': 'We stopped automatic payment',
  'booking-ended': 'The booking has ended',
  paid: 'Everything is paid',
  disputed: 'Automatic payment ended with a dispute',
  moved: 'Automatic payment ended when the booking changed its departure',
  declined: 'Automatic payment ended because the card was declined',
  revoked: 'Automatic payment ended because the bank withdrew its permission',
  'other-method': 'Another card has taken its place',
  'first-failed': 'Automatic payment ended because its first payment did not come',
  left: 'Automatic payment ended because the traveler is no longer on the booking',
  'who-pays': 'Automatic payment ended because who pays for the booking has changed',
}
