import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { bookingByLink } from '#app/bookings/find-booking.server'
import { choicePage } from '#app/money/schedule/choice-page.server'
import { now } from '#app/platform/clock.server'
import { withRetryAfter } from '#app/routes/card-payment/stripe-trouble.server'
import { rememberLink } from '#app/server/guards/known-links.server'
import { readForm } from '#app/server/read-form.server'
import { ButtonLink } from '#app/ui/button'
import { pageHead } from '#app/ui/page-head'
import { PageHeading } from '#app/ui/panel'
import { answerChoice } from './choice-answer.server'
import { ChoiceForm, ChoiceMade } from './choice-parts'
import { ContactLine, UnknownLink } from './contact-line'

export const headers = withRetryAfter

/** What a lead traveler can choose after we canceled their departure or put it off. Looking changes nothing. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const token = params.token ?? ''
  const booking = bookingByLink(token)
  if (!booking) return data(null, 404)
  const choice = choicePage(booking, now())
  if (!choice) throw redirect(`/booking/${token}`)
  return data({ token, choice }, { headers: await rememberLink(request, token) })
}

/** It counts once, however often it is sent. */
export async function action({ request, params }: ActionFunctionArgs) {
  const token = params.token ?? ''
  const form = await readForm(request, ['choice', 'quoted'])
  const booking = bookingByLink(token)
  if (!booking) throw new Response(null, { status: 404 })
  return answerChoice(form, booking, `/booking/${token}/choice`)
}

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageHead({
    title: 'Your choice',
    description: 'What becomes of your booking.',
    path: '/booking',
    noindex: true,
    matches,
  })

export default function ChoicePage() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (!page) return <UnknownLink />
  const { choice, token } = page
  const isOpen = choice.state === 'open'
  return (
    <div className="wrap-text pb-20">
      <PageHeading
        title={isOpen ? 'Please choose' : 'Your choice'}
        lead={`${choice.tourName}, ${choice.from}`}
      />
      {isOpen ? <ChoiceForm choice={choice} answer={answer ?? undefined} /> : <ChoiceMade choice={choice} />}
      <p className="mt-8 print:hidden">
        <ButtonLink to={`/booking/${token}`} tone="outline">
          See your booking
        </ButtonLink>
      </p>
      <ContactLine reference={choice.reference} className="mt-6 text-ink-soft" />
    </div>
  )
}
