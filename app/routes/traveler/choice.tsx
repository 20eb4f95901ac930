import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { bookingByLink } from '#app/bookings/find-booking.server'
import { choicePage } from '#app/money/schedule/choice-page.server'
import { now } from '#app/platform/clock.server'
import { withRetryAfter } from '#app/routes/card-payment/stripe-trouble.server'
import { readForm } from '#app/server/guards/read-form.server'
import { answerChoice } from './choice-answer.server'
import { ChoiceForm, ChoiceMade } from './choice-parts'
import { ContactLine, UnknownLink } from './contact-line'
import { LinkPage, linkPageHead, lookAgain } from './link-page'
import { loadLinkPage } from './link-page.server'

export const headers = withRetryAfter

/** What a lead traveler can choose after we canceled their departure or put it off. Looking changes nothing. */
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

export const shouldRevalidate = lookAgain

export const meta = linkPageHead('Your choice', 'What becomes of your booking.')

export default function ChoicePage() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [wasOpen] = useState(page?.choice.state === 'open')
  if (!page) return <UnknownLink />
  const { choice, token } = page
  const isOpen = choice.state === 'open'
  return (
    <LinkPage
      token={token}
      title={isOpen ? 'Please choose' : 'Your choice'}
      lead={`${choice.tourName}, ${choice.from}`}
      after={<ContactLine reference={choice.reference} className="mt-6 text-ink-soft" />}
    >
      {isOpen ? (
        <ChoiceForm choice={choice} answer={answer ?? undefined} />
      ) : (
        <ChoiceMade choice={choice} isNews={wasOpen} />
      )}
    </LinkPage>
  )
}
