import type { SubmissionResult } from '@conform-to/react'
import { useState } from 'react'
import { useKeptForm } from '#app/ui/desk/kept-form'
import { SavedFirst } from './saved-first'

type Props = {
  opened: string | undefined
  lastResult: SubmissionResult<string[]> | null | undefined
  /** What is edited, in a sentence: 'the day'. */
  what: string
}

/**
 * What the row said when this form was opened, or when somebody else's change was shown above it. The page may be read
 * anew while the fields stay as they are, so that it is the form's own and not the page's.
 */
export function OpenedVersion({ opened, lastResult, what }: Props) {
  const kept = useKeptForm()
  const [atFirst] = useState(opened)
  const version = lastResult?.initialValue?.version ?? kept?.version ?? atFirst ?? ''
  return (
    <>
      <input type="hidden" name="version" value={String(version)} />
      {isMeanwhile(lastResult) && <SavedFirst what={what} differences={lastResult.meanwhile} />}
    </>
  )
}

const isMeanwhile = (answer: object | null | undefined): answer is { meanwhile: string[] } =>
  answer !== null && answer !== undefined && 'meanwhile' in answer
