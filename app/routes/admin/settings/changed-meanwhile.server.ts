import type { Submission } from '@conform-to/react'
import { data } from '@remix-run/node'
import type { ChangedMeanwhile } from '#app/lists/opened-version.server'

type Say<Stored> = { [Field in keyof Stored]?: (value: Stored[Field]) => string }

/**
 * The form again, with all that was typed: under each field, what somebody else stored there meanwhile. Saved once more
 * it takes the place of that. `say` puts into words what a field does not show as it is stored.
 */
export function answerChangedMeanwhile<Stored extends Record<string, unknown>>(
  submission: Submission<Record<string, unknown>, string[], Stored>,
  typed: Stored,
  { stored, version }: ChangedMeanwhile<Stored>,
  say: Say<Stored> = {},
) {
  const fields = (Object.keys(stored) as (keyof Stored & string)[]).filter(
    (field) => stored[field] !== typed[field],
  )
  const fieldErrors = Object.fromEntries(
    fields.map((field) => [
      field,
      [`Stored now: ${say[field]?.(stored[field]) ?? (stored[field] || 'nothing')}`],
    ]),
  )
  const reply = submission.reply({ fieldErrors, formErrors: [SOMEBODY_SAVED] })
  return data({ ...reply, initialValue: { ...reply.initialValue, version } }, { status: 409 })
}

const SOMEBODY_SAVED =
  'Somebody else saved this while you were writing. Yours is still here, and where it differs, what is stored now stands under the field. Save again to put yours in its place.'
