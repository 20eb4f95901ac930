import type { Letter } from '#app/mail/letter'

/**
 * Where one subscriber leaves the newsletter; stands at the end of every letter of it. With a campaign, its
 * letter is the one that is counted as left.
 */
export const unsubscribeAddress = (origin: string, token: string, campaignId?: number): string =>
  `${origin}/unsubscribe/${token}${campaignId === undefined ? '' : `?c=${campaignId}`}`

/** The headers by which a mail program offers to unsubscribe with one click (RFC 2369, RFC 8058). */
export const unsubscribeHeaders = (
  origin: string,
  token: string,
  campaignId?: number,
): Record<string, string> => ({
  'List-Unsubscribe': `<${unsubscribeAddress(origin, token, campaignId)}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/**
 * Asks the owner of the address that was typed whether they want the newsletter; carries nothing that was
 * typed.
 */
export const newsletterConfirmation = (asked: { confirmAddress: string; keptDays: number }): Letter => ({
  subject: 'One click, and you are on our list',
  blocks: [
    { paragraph: 'Hello,' },
    {
      paragraph:
        'Someone (we hope you) asked for our letters from the road at this address: where the herds are, what is in flower, which departure has opened. About one a month.',
    },
    { link: { label: 'Confirm', address: asked.confirmAddress } },
    {
      quiet: `Wasn’t you? Then do nothing: we won’t write again, and after ${asked.keptDays} days we delete your address.`,
    },
  ],
})

/** Greets a new subscriber, and shows the way out. */
export const newsletterWelcome = (links: { siteAddress: string; unsubscribeAddress: string }): Letter => ({
  subject: 'Karibu: you are on our list',
  blocks: [
    { paragraph: 'Karibu means welcome.' },
    {
      paragraph:
        'About once a month we write to you from the road: where the herds are, which camp has a new cook, what is in flower. When a departure opens, you are the first to hear.',
    },
    { link: { label: 'See where we travel', address: links.siteAddress } },
    { quiet: `Didn’t ask for this, or changed your mind? Unsubscribe here: ${links.unsubscribeAddress}` },
  ],
})
