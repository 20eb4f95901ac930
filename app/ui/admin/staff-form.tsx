import { type SubmissionResult, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { useState } from 'react'
import type { z } from 'zod'
import { Notice } from '#app/ui/notice'
import { useKeptForm } from './admin-form'

// Apart from what every screen has: those without a form would load the checks too.

type Fields = z.ZodType<unknown, Record<string, unknown>>
type Form<Schema extends Fields> = Parameters<typeof useForm<Schema['_zod']['input'], z.output<Schema>>>[0]

/** A form that its schema checks: when it is sent, and after that as one types. */
export const useStaffForm = <Schema extends Fields>(schema: Schema, form: Form<Schema>) =>
  useForm<Schema['_zod']['input'], z.output<Schema>>({
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
    shouldRevalidate: 'onInput',
    ...form,
  })

/** The second editor sees what the first one saved, and loses nothing. */
export const SavedFirst = ({ what, differences }: { what: string; differences: string[] }) => (
  <Notice
    tone="wait"
    role="alert"
    title={`Somebody else saved ${what} while you were editing`}
    className="mb-5 sm:col-span-2"
  >
    {differences.length === 0 ? (
      <p>They wrote the same as you. There is nothing left to save.</p>
    ) : (
      <>
        <p>Your words are still below, not saved. Where theirs differ, this is saved now:</p>
        <ul className="mt-1.5 list-disc pl-5">
          {differences.map((difference) => (
            <li key={difference} dir="auto">
              {difference}
            </li>
          ))}
        </ul>
        <p className="mt-1.5">Change yours to match, or save again to put yours in their place.</p>
      </>
    )}
  </Notice>
)

type Props = {
  opened: string | undefined
  lastResult: SubmissionResult<string[]> | null | undefined
  /** What is edited, in a sentence: 'the day'. */
  what: string
}

/**
 * What the row said when this form was opened, or when somebody else's change was shown above it. The page
 * may be read again while the fields stay as they are, so that it is the form's own and not the page's.
 */
export function OpenedVersion({ opened, lastResult, what }: Props) {
  const kept = useKeptForm()
  const [atFirst] = useState(opened)
  const version = lastResult?.initialValue?.version ?? kept?.version ?? atFirst ?? ''
  return (
    <>
      <input type="hidden" name="version" value={String(version)} />
      {hasSavedSince(lastResult) && <SavedFirst what={what} differences={lastResult.savedSince} />}
    </>
  )
}

const hasSavedSince = (answer: object | null | undefined): answer is { savedSince: string[] } =>
  answer !== null && answer !== undefined && 'savedSince' in answer
