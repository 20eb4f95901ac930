import type { Letter } from './letter'

/** Brings the link to a new password. Kept without it: the token is in no table. */
export const passwordReset = (to: { username: string; minutes: number; address: string | null }): Letter => ({
  subject: 'Choose a new password',
  blocks: [
    {
      paragraph: `Somebody asked for a new password for the staff account ${to.username}. If it was you, choose one here:`,
    },
    to.address
      ? { link: { label: 'Choose a new password', address: to.address } }
      : { paragraph: '(The link is written as this letter leaves, and kept nowhere.)' },
    {
      quiet: `The link is good for ${to.minutes} minutes, and once. You did not ask? Then do nothing: your password stays as it is.`,
    },
  ],
})
