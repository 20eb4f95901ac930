/**
 * A card that is one target: its only link is stretched over it, and is the one thing on it to press. The keyboard's
 * ring is drawn around the card.
 */
export const WHOLE_CARD =
  'group relative transition-[translate,box-shadow] duration-180 hover:-translate-y-[3px] hover:shadow-lift has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-lagoon motion-reduce:hover:translate-y-0'

/** For the link, on a card that is nothing but WHOLE_CARD. */
export const OVER_WHOLE_CARD = 'after:absolute after:inset-0 after:rounded-card focus-visible:outline-none'
