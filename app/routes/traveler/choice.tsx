import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { type Booking, bookingByLink } from '#app/bookings/find-booking.server'
import {
  ChoiceForm,
  choicePage,
  choose,
  chooseMove,
  quotedFor,
} from '#app/money/changes/schedule/choose.server'
import { now } from '#app/platform/clock.server'
import { stripeTrouble, withRetryAfter } from '#app/routes/payment/stripe-trouble.server'
import { type NamedForm, parseForm, readForm } from '#app/server/guards/read-form.server'
import { unlistedHead } from '#app/ui/page-head'
import { ContactLine, LinkPage, revalidateAlways, UnknownLink } from '#app/ui/shell/contact-line'
import { infoToast, redirectWithToast, successToast } from '#app/ui/toasts/flash.server'
import { loadLinkPage } from './booking-page.server'
import { type ChoiceAnswer, ChoiceMade, Choose } from './choice-parts'
import { NOT_MOVED } from './refusal-words.server'

export const headers = withRetryAfter

/** What a lead traveler can choose once we canceled or postponed. Looking changes nothing. */
export const loader = (args: LoaderFunctionArgs) =>
  loadLinkPage(args, (booking) => {
    const choice = choicePage(booking, now())
    return choice && { choice }
  })

/** It counts once, however often it is sent. */
export async function action({ request, params }: ActionFunctionArgs) {
  const token = params.token ?? ''
  const form = await readForm(request, ['choice', 'quoted'])
  const booking = bookingByLink(token)
  if (!booking) throw new Response(null, { status: 404 })
  return answerChoice(form, booking, `/booking/${token}/choice`)
}

export const shouldRevalidate = revalidateAlways

export const meta = unlistedHead('/booking', 'Your choice', 'Choose what happens to your booking.')

export default function ChoicePage() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [wasOpen] = useState(page?.choice.state === 'open')
  if (!page) return <UnknownLink />
  const { choice } = page
  const isOpen = choice.state === 'open'
  return (
    <LinkPage
      page={page}
      title={isOpen ? 'Please choose' : 'Your choice'}
      lead={`${choice.tourName}, ${choice.from}`}
      after={<ContactLine reference={choice.reference} className="mt-6 text-ink-soft" />}
    >
      {isOpen ? (
        <Choose choice={choice} answer={answer ?? undefined} />
      ) : (
        <ChoiceMade choice={choice} isNews={wasOpen} />
      )}
    </LinkPage>
  )
}

const CHOSEN = successToast('Thank you, your choice is saved', 'We’ll email you what happens next.')
const ANSWERED = infoToast(
  'Nothing was changed',
  'You had already chosen, or the last day to choose has passed.',
)

/** Notes what a lead traveler chose, or says on the page why not; `here` is the page that sent it. */
async function answerChoice(
  form: NamedForm<'choice' | 'quoted'>,
  { reference }: Pick<Booking, 'reference'>,
  here: string,
) {
  const submission = parseForm(form, ChoiceForm)
  const refuse = (refused: string, init: number | ResponseInit) =>
    data<ChoiceAnswer>({ refused, choice: String(form.get('choice') ?? '') }, init)
  if (submission.status !== 'success')
    return refuse(submission.error?.choice?.[0] ?? 'Please reload the page and try again', 400)

  const { choice, quoted } = submission.value
  if (choice.does !== 'move') {
    const chosen = await choose(reference, choice.does, now)
    return redirectWithToast(here, 'chosen' in chosen ? CHOSEN : ANSWERED)
  }
  try {
    const { departureId } = choice
    const moved = await chooseMove({ reference, departureId, quoted: quotedFor(departureId, quoted) }, now)
    if (!('refused' in moved)) return redirectWithToast(here, CHOSEN)
    return moved.refused === 'answered'
      ? redirectWithToast(here, ANSWERED)
      : refuse(NOT_MOVED[moved.refused], 409)
  } catch (error) {
    const { init } = stripeTrouble(error)
    return refuse('We could not reach the payment system. Nothing was changed: please try again.', init)
  }
}
