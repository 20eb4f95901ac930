import type { SubmissionResult } from '@conform-to/react'
import { createContext, useContext } from 'react'

/** By name, what was typed in a form of this page before its sender turned out to be signed out. */
export const KeptFormContext = createContext<Record<string, string> | null>(null)

export const useKeptForm = () => useContext(KeptFormContext)

/** What a form of conform's begins with: the site's last answer, or what was typed before somebody was signed out. */
export function useLastResult<Result extends SubmissionResult<string[]>>(
  answered: Result | null | undefined,
): Result | SubmissionResult<string[]> | null | undefined {
  const kept = useKeptForm()
  return answered ?? (kept && { status: 'error', initialValue: kept, error: {} })
}
