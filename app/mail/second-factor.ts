import type { Letter } from './letter'

const NOT_YOU = 'It was not you? Then change your password at once, and tell the operator of the site.'

/** Tells staff that their account asks for a code from now on. */
export const secondFactorOn = (username: string): Letter => ({
  subject: 'Two-step sign-in is on',
  blocks: [
    {
      paragraph: `From now on the staff account ${username} signs in with its password and a code from an app. All its other sessions have ended.`,
    },
    { quiet: NOT_YOU },
  ],
})

/** Tells staff that a password alone signs in to their account again. */
export const secondFactorOff = (username: string): Letter => ({
  subject: 'Two-step sign-in is off',
  blocks: [
    {
      paragraph: `The staff account ${username} signs in with its password alone again. All its other sessions have ended.`,
    },
    { quiet: NOT_YOU },
  ],
})

/** Tells staff that one of their recovery codes is gone. */
export const recoveryCodeUsed = ({ username, left }: { username: string; left: number }): Letter => ({
  subject: 'A recovery code was used',
  blocks: [
    {
      paragraph: `One of the recovery codes of the staff account ${username} was used, together with its password. ${left === 1 ? '1 is' : `${left} are`} left.`,
    },
    { quiet: NOT_YOU },
  ],
})
