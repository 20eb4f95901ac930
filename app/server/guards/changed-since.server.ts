import type { Submission } from '@conform-to/react'
import { data } from '@remix-run/node'
import type { ChangedSince } from '#app/platform/lists/ordered-rows.server'

export type Values = Record<string, unknown>
export type Labels<Stored> = { [Field in keyof Stored]: string }
export type Say<Stored> = { [Field in keyof Stored]?: (value: Stored[Field]) => string }

/**
 * The form again, with all that was typed, and beside it what somebody else stored in the meantime where the
 * two differ. Saved once more it takes the place of that. `say` puts into words what a field does not show as
 * it is stored.
 */
export function answerChangedSince<Stored extends Values>(
  submission: Submission<Values, string[], unknown>,
  typed: Stored,
  { stored, version }: ChangedSince<Stored>,
  labels: Labels<Stored>,
  say: Say<Stored> = {},
) {
  const savedSince = (Object.keys(stored) as (keyof Stored)[])
    .filter((field) => stored[field] !== typed[field])
    .map((field) => `${labels[field]}: ${say[field]?.(stored[field]) ?? (stored[field] || 'nothing')}`)
  const reply = submission.reply({ formErrors: [NOT_SAVED] })
  return data({ ...reply, initialValue: { ...reply.initialValue, version }, savedSince }, { status: 409 })
}

const NOT_SAVED = 'Not saved: somebody else saved first. Look above, then save again.'
