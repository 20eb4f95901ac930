import type { Letter } from './letter'

/** Greets a new subscriber, and shows the way out. */
export const newsletterWelcome = (links: { siteAddress: string; unsubscribeAddress: string }): Letter => ({
  subject: 'Karibu: you are on our list',
  blocks: [
    { paragraph: 'Karibu means welcome.' },
    {
      paragraph:
        'About once a month we write to you from the road: where the herds are, which camp has a new cook, what is in flower. When a departure opens, you hear of it first.',
    },
    { link: { label: 'See where we travel', address: links.siteAddress } },
    { quiet: `You did not ask for this, or have changed your mind? Leave here: ${links.unsubscribeAddress}` },
  ],
})
