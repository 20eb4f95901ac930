import type { SubmissionResult } from '@conform-to/react'
import { useKeptForm } from '#app/ui/desk/kept-form'

type Props = { opened: string | undefined; lastResult: SubmissionResult<string[]> | null | undefined }

/** What the row said when this form was opened, or when somebody else's change was shown in it. */
export function OpenedVersion({ opened, lastResult }: Props) {
  const kept = useKeptForm()
  const version = lastResult?.initialValue?.version ?? kept?.version ?? opened ?? ''
  return <input type="hidden" name="version" value={String(version)} />
}
