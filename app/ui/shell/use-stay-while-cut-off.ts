import { useBlocker, useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { showToast } from '#app/ui/toasts/toast-message'

/**
 * Keeps guests and staff on the page they are on while the site cannot be reached: the next page could not be
 * read, and the browser's own error would replace this one and what was typed on it. Links are not fetched
 * ahead for the same reason: where that fails, Remix reads the document again.
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
    const note = ({ target }: Event) => {
      const isOfForm = target instanceof Element && target.closest('form')?.method === 'post'
      if (isOfForm) typedAt.current = pathname
    }
    document.addEventListener('input', note)
    return () => document.removeEventListener('input', note)
  }, [pathname])

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
}

const CUT_OFF = {
  tone: 'failure',
  title: 'The site cannot be reached',
  description:
    'You are still on this page, so that what you typed is not lost. Please try again in a moment.',
} as const
