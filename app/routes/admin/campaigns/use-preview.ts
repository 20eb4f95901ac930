import { useFetcher } from '@remix-run/react'
import { useCallback, useEffect, useRef } from 'react'
import { CAMPAIGN_LIMITS } from '#app/campaigns/campaign-form'
import type { EditorAnswer } from './editor-answer'

const QUIET_MS = 500

/** The letter as it will look, drawn again by the server when typing rests. */
export function usePreview(first: string): { html: string; redraw(form: HTMLFormElement): void } {
  const fetcher = useFetcher<EditorAnswer>()
  const { submit } = fetcher
  const timer = useRef<number>()
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const redraw = useCallback(
    (form: HTMLFormElement) => {
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(() => {
        const typed = new FormData(form)
        if (String(typed.get('body')).length > 2 * CAMPAIGN_LIMITS.body) return
        typed.set('intent', 'preview')
        submit(typed, { method: 'post', encType: 'multipart/form-data' })
      }, QUIET_MS)
    },
    [submit],
  )
  return { html: fetcher.data?.preview ?? first, redraw }
}
