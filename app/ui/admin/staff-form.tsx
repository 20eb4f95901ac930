import { type SubmissionResult, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { useState } from 'react'
import type { z } from 'zod'
import { Notice } from '#app/ui/notice'
import { useUnsavedForm } from './admin-form'

// Apart from admin-form: screens without a form would load zod and conform's parser, too.

type Fields = z.ZodType<unknown, Record<string, unknown>>
type Form<Schema extends Fields> = Parameters<typeof useForm<Schema['_zod']['input'], z.output<Schema>>>[0]

/** A form checked by its schema on submit, and then while typing. */
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
    title={`Someone else saved ${what} while you were editing`}
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
  /** Such as 'the day'. */
  what: string
}

/**
 * The version of the row when this form was opened, or when someone else's change was shown above it. The
 * form's own, since the page may reload while the fields stay.
 */
export function OpenedVersion({ opened, lastResult, what }: Props) {
  const unsaved = useUnsavedForm()
  const [atFirst] = useState(opened)
  const version = lastResult?.initialValue?.version ?? unsaved?.version ?? atFirst ?? ''
  return (
    <>
      <input type="hidden" name="version" value={String(version)} />
      {hasSavedSince(lastResult) && <SavedFirst what={what} differences={lastResult.savedSince} />}
    </>
  )
}

const hasSavedSince = (answer: object | null | undefined): answer is { savedSince: string[] } =>
  answer !== null && answer !== undefined && 'savedSince' in answer
