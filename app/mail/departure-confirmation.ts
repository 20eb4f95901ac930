import type { Letter } from './letter'

/** Asks the owner of the address that was typed whether they want to be told; carries nothing that was typed. */
export const departureConfirmation = (asked: { confirmAddress: string; keptDays: number }): Letter => ({
  subject: 'Shall we tell you when the next departure opens?',
  blocks: [
    { paragraph: 'Hello,' },
    {
      paragraph:
        'Someone, we hope you, asked us to write to this address on the day the next departure of our journey opens. It would be one letter, and no other.',
    },
    { link: { label: 'Yes, tell me', address: asked.confirmAddress } },
    {
      quiet: `Wasn’t you? Then do nothing: we won’t write again, and after ${asked.keptDays} days we forget your address.`,
    },
  ],
})
