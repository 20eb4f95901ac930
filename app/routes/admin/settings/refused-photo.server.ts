import type { Submission } from '@conform-to/react'
import { data } from '@remix-run/node'
import { PHOTO_REFUSALS } from '#app/site/list-forms'

type Refused = keyof typeof PHOTO_REFUSALS

const STATUS: Partial<Record<Refused, number>> = {
  ...{ 'not-a-picture': 415, heic: 415, busy: 503 },
  ...{ 'already-here': 409, gone: 409 },
}

/** The form again, with why its photograph is not taken. The file is not sent back: no page fills it in. */
export const refusedPhoto = (submission: Submission<object, string[], unknown>, refused: Refused) =>
  data(submission.reply({ hideFields: ['photo'], formErrors: [PHOTO_REFUSALS[refused]] }), {
    status: STATUS[refused] ?? 422,
  })
