import type { Letter } from './letter'

/** Asks the owner of the address that was typed whether they want the newsletter; carries nothing that was typed. */
export const newsletterConfirmation = (asked: { confirmAddress: string; keptDays: number }): Letter => ({
  subject: 'One press, and you are on our list',
  blocks: [
    { paragraph: 'Hello,' },
    {
      paragraph:
        'Somebody, we hope you, asked for our letters from the road at this address: where the herds are, what is in flower, which departure has opened. About one a month.',
    },
    { link: { label: 'Yes, write to me', address: asked.confirmAddress } },
    {
      quiet: `You did not ask for this? Then do nothing: no letter comes, and after ${asked.keptDays} days we forget your address.`,
    },
  ],
})
