import { useEffect, useRef, useState } from 'react'
import { LETTER_LIMITS } from '#app/people/people-forms'

const PAUSE_MS = 500

/** The letter as it will look, rendered by the server when typing pauses; `isOld` while that fails. */
export function usePreview(address: string, first: string) {
  const [rendered, setRendered] = useState<string | null>(null)
  const [isOld, setIsOld] = useState(false)
  const timer = useRef<number>()
  const pending = useRef<AbortController>()
  useEffect(
    () => () => {
      window.clearTimeout(timer.current)
      pending.current?.abort()
    },
    [],
  )

  async function render(form: HTMLFormElement) {
    const typed = new FormData(form)
    if (String(typed.get('body')).length > 2 * LETTER_LIMITS.body) return
    pending.current?.abort()
    const request = new AbortController()
    pending.current = request
    try {
      const answer = await fetch(address, { method: 'POST', body: typed, signal: request.signal })
      if (!answer.ok) throw new Error(`${answer.status}: ${answer.statusText}`)
      const { preview } = (await answer.json()) as { preview: string }
      setRendered(preview)
      setIsOld(false)
    } catch (error) {
      if (request.signal.aborted) return
      console.error('The preview could not be updated', error)
      setIsOld(true)
    }
  }

  function update(form: HTMLFormElement) {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => void render(form), PAUSE_MS)
  }

  return { html: rendered ?? first, isOld, update }
}
