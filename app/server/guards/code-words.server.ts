import { waitWords } from '#app/staff/guesses.server'
import type { CodeRefusal } from '#app/staff/spend-code.server'

/** What is said where the app's secret can no longer be decrypted. */
export const UNREADABLE =
  'The site can no longer check the codes of your app. Use a recovery code, or ask the operator of the site to turn two-step sign-in off.'

const WRONG = {
  code: 'This code is wrong or was used already. Please wait for the next one.',
  recoveryCode: 'This recovery code is wrong or was used already.',
}

/** Why a code was refused: under its field, or for the whole form. */
export function codeRefusal(refusal: CodeRefusal, field: keyof typeof WRONG) {
  switch (refusal.refused) {
    case 'wrong':
      return { errors: { fieldErrors: { [field]: [WRONG[field]] } }, status: 401 }
    case 'unreadable':
      return { errors: { formErrors: [UNREADABLE] }, status: 401 }
    case 'too-often': {
      const headers = { 'Retry-After': String(refusal.seconds) }
      return { errors: { formErrors: [waitWords(refusal.seconds)] }, status: 429, headers }
    }
  }
}
