import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import type { Booking } from '#app/bookings/find-booking.server'
import type { PartyTraveler } from '#app/bookings/party.server'
import { now } from '#app/clock.server'
import { CompanionLinkForm } from '#app/travelers/details/companion-link-form'
import {
  COMPANION_LINKS,
  LINK_PAUSE_MINUTES,
  sendCompanionLink,
} from '#app/travelers/details/send-companion-link.server'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import type { DetailsAnswer } from './answer-details.server'

/** Mails a companion the link to their own form. */
export async function answerCompanionLink(
  form: FormData,
  traveler: PartyTraveler,
  booking: Booking,
  here: string,
) {
  const submission = parseWithZod(form, { schema: CompanionLinkForm })
  if (submission.status !== 'success') return stays(submission.reply(), 400)
  const sent = sendCompanionLink(traveler, booking, submission.value.email, now())
  if ('sent' in sent)
    return redirectWithToast(here, {
      tone: 'success',
      title: 'The link is on its way',
      description: 'They can fill in their own details with it.',
    })
  return stays(submission.reply({ fieldErrors: { email: [REFUSALS[sent.refused]] } }), 429)
}

const stays = (submission: DetailsAnswer['submission'], status: number) =>
  data<DetailsAnswer>({ form: 'link', submission, meanwhile: null }, { status })

const REFUSALS = {
  'just-sent': `We have just written to this address. Please look into the mailbox, or try again in ${LINK_PAUSE_MINUTES} minutes.`,
  'enough-today': `We have sent ${COMPANION_LINKS.aDay} links for this booking today. Please try again tomorrow, or copy the link and send it yourself.`,
  enough: `We have sent ${COMPANION_LINKS.inAll} links for this booking, and send no more. Please copy the link and send it yourself.`,
}
