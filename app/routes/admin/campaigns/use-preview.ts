import { useEffect, useRef, useState } from 'react'
import { CAMPAIGN_LIMITS } from '#app/people/campaigns/campaign-form'

const QUIET_MS = 500

/** The letter as it will look, drawn again by the server when typing rests; `isOld` while it could not be. */
export function usePreview(first: string) {
  const [drawn, setDrawn] = useState<string | null>(null)
  const [isOld, setIsOld] = useState(false)
  const timer = useRef<number>()
  const asking = useRef<AbortController>()
  useEffect(
    () => () => {
      window.clearTimeout(timer.current)
      asking.current?.abort()
    },
    [],
  )

  async function draw(form: HTMLFormElement) {
    const typed = new FormData(form)
    if (String(typed.get('body')).length > 2 * CAMPAIGN_LIMITS.body) return
    asking.current?.abort()
    const asked = new AbortController()
    asking.current = asked
    try {
      const answer = await fetch('/admin/campaigns/preview', {
        method: 'POST',
        body: typed,
        signal: asked.signal,
      })
      if (!answer.ok) throw new Error(`${answer.status}: ${answer.statusText}`)
      const { preview } = (await answer.json()) as { preview: string }
      setDrawn(preview)
      setIsOld(false)
    } catch (error) {
      if (asked.signal.aborted) return
      console.error('The preview could not be drawn', error)
      setIsOld(true)
    }
  }

  function redraw(form: HTMLFormElement) {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => void draw(form), QUIET_MS)
  }

  return { html: drawn ?? first, isOld, redraw }
}
