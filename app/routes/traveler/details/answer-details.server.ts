import type { SubmissionResult } from '@conform-to/react'
import { data } from '@remix-run/node'
import type { Booking } from '#app/bookings/find-booking.server'
import type { PartyTraveler } from '#app/bookings/party.server'
import { linkCompanion } from '#app/money/changes/party/companion-address.server'
import { now, today } from '#app/platform/clock.server'
import { addDays, showDay } from '#app/platform/days'
import { namesOf } from '#app/platform/typed/fields'
import { type NamedForm, parseForm, SAVED_BY_OTHER } from '#app/server/guards/read-form.server'
import { waysToReach } from '#app/site/reach'
import { siteSettings } from '#app/site/settings.server'
import { departureOf, runningOn } from '#app/tours/departures.server'
import {
  DETAILS,
  DETAILS_RETAINED_DAYS,
  detailName,
  isSealed,
  passportGoodUntil,
  travelerWords,
} from '#app/travelers/detail-fields'
import { CompanionLinkForm, detailsForm } from '#app/travelers/details-form'
import { eraseDetails, formOf, type StoredSince, saveDetails } from '#app/travelers/save-details.server'
import { type SignedByLink, toSignOn } from '#app/travelers/signatures.server'
import { infoToast, redirectWithToast, successToast } from '#app/ui/toasts/flash.server'
import { LINK_NOT_SENT, NOT_SAVED } from '../refusal-words.server'
import { signsInstead } from '../signing/answer-signing.server'

/** What a form is answered with that stays on screen. */
export type DetailsAnswer = {
  form: 'details' | 'link'
  submission: SubmissionResult<string[]>
  /** What someone else saved in the meantime, where it differs, and the version that replaces it. */
  savedSince: { differences: string[]; version: string } | null
}

export const detailsFields = () => ['intent' as const, ...namesOf(detailsForm(today()).shape)]
type DetailsSent = NamedForm<ReturnType<typeof detailsFields>[number]>

/** Saves the form of a traveler's details, or erases what is stored; `here` is the page that sent it. */
export async function answerDetails(form: DetailsSent, traveler: PartyTraveler, here: string) {
  if (form.get('intent') === 'erase') {
    eraseDetails(traveler, now())
    return redirectWithToast(here, ERASED)
  }
  const submission = parseForm(form, detailsForm(today()))
  if (submission.status !== 'success') return redisplay({ submission: submission.reply() }, 400)
  const saved = saveDetails(traveler, submission.value, now())
  if ('changed' in saved) return redirectWithToast(here, saved.changed ? SAVED : NOTHING_TO_SAVE)
  if (saved.refused === 'changed-since') {
    const { stored, version } = saved
    const savedSince = { differences: stored.map(differenceWords), version }
    return redisplay({ submission: submission.reply({ formErrors: [SAVED_BY_OTHER] }), savedSince }, 409)
  }
  return redisplay({ submission: submission.reply({ formErrors: [NOT_SAVED[saved.refused]] }) }, 409)
}

const redisplay = (answer: Pick<DetailsAnswer, 'submission'> & Partial<DetailsAnswer>, status: number) =>
  data<DetailsAnswer>({ form: 'details', savedSince: null, ...answer }, { status })

const SAVED = successToast('Saved', 'Thank you. What is still missing can follow at any time.')
const NOTHING_TO_SAVE = infoToast('Nothing to save', 'You changed nothing.')
const ERASED = successToast('The details are erased', 'We no longer have any of them.')
const LINK_SENT = successToast('The link is on its way', 'They can fill in their own details with it.')

function differenceWords({ field, stored }: StoredSince): string {
  if (field === 'name') return `Name: ${stored ?? 'nothing'}`
  if (isSealed(field)) return `${detailName(field)}: there is one already`
  const isDay = DETAILS[field].kind === 'day'
  return `${detailName(field)}: ${stored === null ? 'nothing' : isDay ? showDay(stored) : stored}`
}

/** Mails a companion the link to their own form. */
export async function answerCompanionLink(
  form: NamedForm<'email'>,
  traveler: PartyTraveler,
  booking: Booking,
  here: string,
) {
  const submission = parseForm(form, CompanionLinkForm)
  if (submission.status !== 'success') return redisplay({ form: 'link', submission: submission.reply() }, 400)
  const sent = linkCompanion(traveler, booking, submission.value.email, now())
  if ('sent' in sent) return redirectWithToast(here, LINK_SENT)
  const reply = submission.reply({ fieldErrors: { email: [LINK_NOT_SENT[sent.refused]] } })
  return redisplay({ form: 'link', submission: reply }, 429)
}

export type DetailsPage = ReturnType<typeof detailsPage>

/** What the form of a traveler's details shows: of the booking the journey alone, of its money nothing. */
export function detailsPage(traveler: PartyTraveler, booking: Booking, byLink: SignedByLink) {
  const departure = departureOf(booking)
  const { name, startsOn, endsOn } = departure
  return {
    ...formOf(traveler, { startsOn, endsOn }, now()),
    position: traveler.position,
    toSign: toSignOn(booking.id)
      .filter(({ travelerId }) => travelerId === traveler.id)
      .map(({ documentId, title, signBy, signatureId, ...one }) => ({
        ...{ documentId, title, signBy: showDay(signBy), isSigned: signatureId !== null },
        signsInstead: signsInstead(one, byLink, travelerWords(traveler)),
      })),
    called: travelerWords(traveler),
    tour: { name, startsOn, endsOn },
    running: runningOn(departure, today()),
    isDepartureCanceled: departure.canceledAt !== null,
    passportGoodUntil: passportGoodUntil(endsOn),
    erasedOn: addDays(endsOn, DETAILS_RETAINED_DAYS),
    ways: waysToReach(siteSettings()) || 'write to us by the contact page',
  }
}
