/** What a traveler can ask staff for on their own page. */
export const GUEST_REQUEST_KINDS = ['change', 'cancel'] as const
export type GuestRequestKind = (typeof GUEST_REQUEST_KINDS)[number]

/** How staff read it, after the traveler's name. */
export const GUEST_REQUEST_WORDS: Record<GuestRequestKind, string> = {
  change: 'asks for a change',
  cancel: 'asks to cancel',
}
