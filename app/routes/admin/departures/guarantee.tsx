import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import {
  type GuaranteeQuote,
  guaranteeDeparture,
  guaranteedLetter,
  guaranteeQuote,
} from '#app/bookings/guarantee-departure.server'
import { now } from '#app/platform/clock.server'
import { showDays } from '#app/platform/days'
import { counted } from '#app/platform/words'
import { namedDeparture } from '#app/server/guards/named-rows.server'
import { readForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { NotSent, revalidateAfterError, stayOnFailure, useLastActionData } from '#app/ui/admin/admin-form'
import { DialogActions, RouteDialog } from '#app/ui/admin/route-dialog'
import { Notice } from '#app/ui/notice'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { leadLetter, nothingChanged } from './departure-decisions.server'
import { WHY_NOT_GUARANTEED } from './refusal-words'
import { LeadLetterPreview } from './reschedule-parts'

const KNOWN = 'It is guaranteed already.'

const pageOf = (id: number) => `/admin/departures/${id}`

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'change tour')
  const departure = namedDeparture(params)
  const quote = departure.guaranteedAt ? null : guaranteeQuote(departure, now())
  if (quote === null || 'refused' in quote)
    return nothingChanged(departure.id, quote ? WHY_NOT_GUARANTEED[quote.refused] : KNOWN)
  const as = new URL(request.url).searchParams.get('as')
  return {
    ...{ id: departure.id, dates: showDays(departure.startsOn, departure.endsOn), quote },
    letter: leadLetter(departure.id, as, (booking) => guaranteedLetter(booking, departure, now())),
    isOpen: as !== null,
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change tour')
  const { id } = namedDeparture(params)
  const letters = Number((await readForm(request, ['letters'])).get('letters') ?? Number.NaN)
  const outcome = guaranteeDeparture(id, letters, staff, now())
  if ('known' in outcome) return nothingChanged(id, KNOWN)
  if ('guaranteed' in outcome) {
    return redirectWithToast(pageOf(id), {
      tone: 'success',
      title: 'Departure guaranteed',
      description: `${lettersInWords(outcome.guaranteed.letters)} sent. Its page says so from now on.`,
    })
  }
  return data({ refused: WHY_NOT_GUARANTEED[outcome.refused] }, { status: 409 })
}

const lettersInWords = (letters: number): string => (letters === 0 ? 'No emails' : counted(letters, 'email'))

export const shouldRevalidate = revalidateAfterError

export const clientAction = stayOnFailure({ title: 'Failed to guarantee the departure' })

export default function GuaranteePage() {
  const { id, dates, quote, letter, isOpen } = useLoaderData<typeof loader>()
  const answer = useLastActionData<typeof action>()
  const { formAction, formMethod } = useNavigation()
  const isShowing = formAction !== undefined && formMethod === 'GET'
  const busy = formAction === `${pageOf(id)}/guarantee` && !isShowing
  return (
    <RouteDialog title={`Guarantee ${dates}?`} closeTo={pageOf(id)}>
      <Standing quote={quote} />
      <ul className="my-4 grid list-disc gap-1.5 pl-5 text-sm">
        <li>
          {quote.letters === 0
            ? 'No one has booked yet, so no email goes out.'
            : `${lettersInWords(quote.letters)}: each lead traveler reads that it runs and that they can book flights.`}
        </li>
        <li>The tour page and the checkout say that it is guaranteed.</li>
        <li>The balance comes due as planned; a day that has passed moves to a later one.</li>
        <li>Only canceling the departure takes this back.</li>
      </ul>
      {letter && (
        <details className="mb-4" open={isOpen}>
          <summary className="cursor-pointer py-1.5 font-semibold text-sm">Read the email</summary>
          <Form method="get" action={`${pageOf(id)}/guarantee`} preventScrollReset className="mt-2">
            <LeadLetterPreview letter={letter} busy={isShowing} />
          </Form>
        </details>
      )}
      {answer && <Notice tone="danger" role="alert" title={answer.refused} className="mb-4" />}
      <Form method="post" action={`${pageOf(id)}/guarantee`} preventScrollReset className="grid gap-4">
        <input type="hidden" name="letters" value={quote.letters} />
        <NotSent />
        <DialogActions
          cancelTo={pageOf(id)}
          cancelLabel="Not now"
          label="Guarantee departure"
          busyLabel="Guaranteeing..."
          busy={busy}
        />
      </Form>
    </RouteDialog>
  )
}

const Standing = ({ quote: { paidTravelers, minimumTravelers } }: { quote: GuaranteeQuote }) =>
  paidTravelers >= minimumTravelers ? (
    <p className="text-sm">
      {paidTravelers} travelers have paid, and it needs {minimumTravelers}.
    </p>
  ) : (
    <Notice
      tone="wait"
      title={`Only ${paidTravelers} of the ${minimumTravelers} travelers it needs have paid`}
    >
      If you guarantee it now, it runs even if no one else books.
    </Notice>
  )
