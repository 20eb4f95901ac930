import type { SubmissionResult } from '@conform-to/react'
import { data } from '@remix-run/node'
import { z } from 'zod'
import type { Booking } from '#app/bookings/find-booking.server'
import type { PartyTraveler } from '#app/bookings/party.server'
import { businessTime, now } from '#app/platform/clock.server'
import { showDay, showDays } from '#app/platform/days'
import { personName } from '#app/platform/typed/text'
import { readSubmission } from '#app/server/guards/read-form.server'
import { pageHtml } from '#app/site/page-markdown.server'
import { departureOf } from '#app/tours/departures.server'
import { ADULT_FROM_YEARS } from '#app/tours/document-form'
import { versionsOf } from '#app/tours/documents.server'
import { travelerWords } from '#app/travelers/detail-fields'
import {
  type SignedByLink,
  signatureWithId,
  signDocument,
  toSignAt,
  whyNotSignedBy,
} from '#app/travelers/signatures.server'
import { redirectWithToast, successToast } from '#app/ui/toasts/flash.server'
import { NOT_SIGNED } from '../refusal-words.server'

/** Who signs instead, where a document is not signed by this page; null where it is. */
export function signsInstead(
  asked: Parameters<typeof whyNotSignedBy>[0],
  byLink: SignedByLink,
  called: string,
): string | null {
  const refused = whyNotSignedBy(asked, byLink)
  return refused && NOT_SIGNED[refused](called)
}

const PLEASE_AGREE = 'Please check the box to say that you agree'

export const SigningForm = z.object({
  version: z.coerce.number({ error: 'Please reload the page' }).int().positive(),
  signedName: personName({ label: 'Your full name', missing: 'Please type your full name' }),
  agrees: z.literal('on', { error: PLEASE_AGREE }),
})

type Named = { traveler: PartyTraveler; booking: Booking }

const numberOf = (document = ''): number => (/^\d{1,9}$/.test(document) ? Number(document) : 0)

export type SigningPage = NonNullable<ReturnType<typeof signingPage>>

/** A document as a traveler reads and signs it: signed, it is the text that was signed. Null for none. */
export function signingPage(
  { traveler, booking }: Named,
  document: string | undefined,
  byLink: SignedByLink,
) {
  const asked = toSignAt(booking, traveler, numberOf(document), now())
  if (!asked) return null
  const signature = asked.signatureId === null ? undefined : signatureWithId(asked.signatureId)
  const version = versionsOf(asked.documentId).find(({ id }) => id === signature?.versionId) ?? asked.version
  const { name, startsOn, endsOn } = departureOf(booking)
  const called = travelerWords(traveler)
  return {
    ...{ title: version.title, html: pageHtml(version.text), version: version.id, called },
    tour: `${name}, ${showDays(startsOn, endsOn)}`,
    signBy: showDay(asked.signBy),
    isForChild: asked.isChild,
    adultFrom: ADULT_FROM_YEARS,
    signsInstead: signsInstead(asked, byLink, called),
    signed: signature
      ? {
          by: signature.signedName,
          at: businessTime(signature.signedAt),
          digest: signature.digest,
          isOlder: version.id !== asked.version.id,
        }
      : null,
  }
}

/** Signs it; `here` is the page that sent the form. */
export async function answerSigning(
  request: Request,
  { traveler }: Pick<Named, 'traveler'>,
  { document, byLink, here }: { document: string | undefined; byLink: SignedByLink; here: string },
) {
  const submission = await readSubmission(request, SigningForm)
  if (submission.status !== 'success') return data<SubmissionResult>(submission.reply(), { status: 400 })
  const { version, signedName } = submission.value
  const documentId = numberOf(document)
  const wish = { documentId, versionId: version, signedName, byLink }
  const answer = signDocument(traveler, wish, now())
  if ('signed' in answer) return redirectWithToast(here, SIGNED)
  if (answer.refused === 'not-asked') throw new Response(null, { status: 404 })
  const formErrors = [NOT_SIGNED[answer.refused](travelerWords(traveler))]
  return data<SubmissionResult>(submission.reply({ formErrors }), { status: 409 })
}

const SIGNED = successToast('Signed', 'Thank you. A copy is on its way by email.')
