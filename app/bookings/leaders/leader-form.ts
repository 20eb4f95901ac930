import { z } from 'zod'
import { readDollars } from '#app/platform/typed/amounts'
import { fields } from '#app/platform/typed/fields'
import { formOf, optionalDay, type RowWords, rowFormOf } from '#app/platform/typed/form-schema'
import { emptyableText } from '#app/platform/typed/text'
import { CODE_TYPED_AT_MOST, WRONG_CODE } from '../discount-code'
import { codeSchema } from '../discount-code-form'
import { APPLICATION, PERSON } from './application-fields'

export const ApplicationForm = formOf(APPLICATION)
export type Application = z.output<typeof ApplicationForm>

/** What staff write of a leader. */
export const LEADER = fields()({
  name: { ...PERSON.name, missing: 'Please enter the leader’s name' },
  email: { ...PERSON.email, hint: 'A booking with this address is the leader’s own.' },
  phone: { ...PERSON.phone, hint: undefined },
  code: {
    label: 'Code',
    missing: WRONG_CODE,
    atMost: CODE_TYPED_AT_MOST,
    hint: 'Stands in the link, and guests may type it at checkout, such as AMANI.',
    schema: codeSchema,
  },
  notes: {
    label: 'Notes',
    kind: 'letter',
    hint: 'Only staff read them.',
    rows: 3,
    wide: true,
    schema: emptyableText({ label: 'Notes', atMost: 2_000 }),
  },
})

export const LeaderForm = rowFormOf(LEADER)
export type LeaderWords = RowWords<typeof LeaderForm>

/** What one place is free for at most, and what is kept for one leader. */
const AT_MOST = 99

const wrongCount = `Please enter a whole number from 1 to ${AT_MOST}, or leave it empty`
const count = (label: string, hint: string) => ({
  ...{ label, hint, kind: 'count' as const },
  schema: z
    .string()
    .regex(/^[1-9]\d?$/, { error: wrongCount })
    .optional()
    .transform((typed) => (typed === undefined ? null : Number(typed))),
})

const wrongSum = 'Please enter dollars, such as 100, or leave it empty'

/** What is agreed with a leader for a departure. */
export const LEADER_TERMS = fields()({
  seats: count('Seats kept for the code', 'They are taken off the public seats until the last day is over.'),
  releaseOn: {
    label: 'Last day they are kept',
    kind: 'day',
    hint: 'The morning after, anyone can book those that are left.',
    schema: optionalDay().transform((day) => day ?? null),
  },
  freeEvery: count(
    'One place free for so many travelers',
    'Travelers who are paid in full. Leave empty for none.',
  ),
  each: {
    label: 'Sum for each traveler',
    kind: 'dollars',
    hint: 'Earned on the first day for each who is paid in full. Leave empty for none.',
    schema: z
      .string()
      .optional()
      .transform((typed, context) => {
        const cents = typed === undefined ? null : readDollars(typed)
        if (typed === undefined || (cents !== null && cents > 0)) return cents
        context.addIssue({ code: 'custom', message: wrongSum })
        return z.NEVER
      }),
  },
})

export const LeaderTermsForm = rowFormOf(LEADER_TERMS).refine(
  ({ seats, releaseOn }) => seats === null || releaseOn !== null,
  { path: ['releaseOn'], error: 'Please enter the last day on which the seats are kept' },
)
export type LeaderTermsWords = RowWords<typeof LeaderTermsForm>
