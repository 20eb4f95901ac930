import { useBlocker, useLocation } from '@remix-run/react'
import { type FormEvent, useEffect, useRef } from 'react'
import { showToast } from '#app/ui/toasts/show-toast'

/**
 * Keeps staff on the page they are on while the site cannot be reached: the page that they want could not be read,
 * and the browser's own error would come in the place of this one and of what was typed on it. Links of the desk are not
 * fetched ahead for the same reason: where that fails, Remix reads the document anew. The answer is for what lies around
 * the page.
 */
export function useStayWhileCutOff() {
  const { pathname } = useLocation()
  const typedAt = useRef<string>()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      nextLocation.pathname !== currentLocation.pathname &&
      (!navigator.onLine || currentLocation.pathname === typedAt.current),
  )

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).then(
      () => blocker.proceed(),
      () => {
        blocker.reset()
        showToast(CUT_OFF)
      },
    )
  }, [blocker])

  return {
    onInput: ({ target }: FormEvent) => {
      const isOfForm = target instanceof Element && target.closest('form')?.method === 'post'
      if (isOfForm) typedAt.current = pathname
    },
  }
}

const CUT_OFF = {
  tone: 'failure',
  title: 'The site cannot be reached',
  description: 'You are still here, so that what you typed is not lost. Please try again in a moment.',
} as const
