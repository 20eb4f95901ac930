import type { Booking } from './find-booking.server'

/** The terms and the privacy page as somebody agreed to them: names and paths. */
export type AgreedPage = { label: string; to: string }

/** Of a booking that was made before the site had them: none. */
export const agreedPages = (booking: Pick<Booking, 'termsVersionId' | 'privacyVersionId'>): AgreedPage[] =>
  [
    { label: 'Terms', page: '/terms', version: booking.termsVersionId },
    { label: 'Privacy', page: '/privacy', version: booking.privacyVersionId },
  ].flatMap(({ label, page, version }) => (version ? [{ label, to: `${page}?version=${version}` }] : []))
