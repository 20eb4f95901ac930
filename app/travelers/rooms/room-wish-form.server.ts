import { z } from 'zod'
import { asReference } from '#app/bookings/reference.server'
import { EMAIL_AT_MOST } from '#app/typed/limits'
import { optionalText } from '#app/typed/text'

/** With whom a traveler wishes to share their double room; a companion by their reference or address. */
export type RoomWish = { kind: 'companion'; companion: string } | { kind: 'introduction' | 'none' }

const CHOOSE = 'Please choose with whom you share your room'
const WHO = 'Please enter their booking reference, such as TS-7K2M9Q, or the email address they booked with'

/** What the traveler's page sends. What was typed of a companion counts only where one was chosen. */
export const RoomWishForm = z
  .object({
    wish: z.enum(['companion', 'introduction', 'none'], { error: CHOOSE }),
    companion: optionalText({ label: 'This', atMost: EMAIL_AT_MOST }),
  })
  .transform(({ wish, companion = '' }, context): RoomWish => {
    if (wish !== 'companion') return { kind: wish }
    const named = asReference(companion) ?? asAddress(companion)
    if (named) return { kind: wish, companion: named }
    context.addIssue({ code: 'custom', path: ['companion'], message: WHO })
    return z.NEVER
  })

const asAddress = (text: string): string | null =>
  z.email().safeParse(text).success ? text.toLowerCase() : null

const travelerId = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)

/** The answer to somebody who says that they share a room with the reader. */
export const RequestForm = z.object({ travelerId })

/** A box that is not ticked is not sent. */
export const SharingForm = z.object({
  travelerId,
  shares: z
    .literal('on')
    .optional()
    .transform((ticked) => ticked === 'on'),
})
