import type { Submission } from '@conform-to/react'
import { data } from '@remix-run/node'
import type { ChangedMeanwhile } from '#app/lists/opened-version.server'

type Labels<Stored> = { [Field in keyof Stored]: string }
type Say<Stored> = { [Field in keyof Stored]?: (value: Stored[Field]) => string }

/**
 * The form again, with all that was typed, and beside it what somebody else stored meanwhile where the two differ. Saved
 * once more it takes the place of that. `say` puts into words what a field does not show as it is stored.
 */
export function answerChangedMeanwhile<Stored extends Record<string, unknown>>(
  submission: Submission<Record<string, unknown>, string[], Stored>,
  typed: Stored,
  { stored, version }: ChangedMeanwhile<Stored>,
  labels: Labels<Stored>,
  say: Say<Stored> = {},
) {
  const meanwhile = (Object.keys(stored) as (keyof Stored)[])
    .filter((field) => stored[field] !== typed[field])
    .map((field) => `${labels[field]}: ${say[field]?.(stored[field]) ?? (stored[field] || 'nothing')}`)
  const reply = submission.reply({ formErrors: [NOT_SAVED] })
  return data({ ...reply, initialValue: { ...reply.initialValue, version }, meanwhile }, { status: 409 })
}

const NOT_SAVED = 'Not saved: somebody else was quicker. Look above, then save again.'
