import { useBlocker, useLocation, useNavigate, useNavigation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { Skeleton } from '#app/ui/button'
import { VisuallyHidden } from '#app/ui/link'
import { showToast } from '#app/ui/toasts/toast-message'

/** Milliseconds; a home page that is there sooner needs nothing in its place. */
const SKELETON_DELAY_MS = 200

/**
 * Skeletons of the home page's lists (rules 10.11), while it is on its way from another page. They lie over
 * that page and do not take its place: a guest who turns back finds it as it was, scrolled as it was.
 */
export function HomeLoading() {
  const { state, location } = useNavigation()
  const { pathname } = useLocation()
  const comes = state === 'loading' && location.pathname === '/' && pathname !== '/'
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!comes) return setIsLate(false)
    const waiting = setTimeout(() => setIsLate(true), SKELETON_DELAY_MS)
    return () => clearTimeout(waiting)
  }, [comes])
  return comes && isLate ? <HomeSkeleton /> : null
}

const HomeSkeleton = () => (
  <div role="status" className="fixed inset-0 z-30 overflow-hidden bg-paper">
    <VisuallyHidden>The home page is loading</VisuallyHidden>
    <div className="h-48 bg-dusk" />
    <div className="wrap grid gap-16 py-12">
      <div className="flex gap-4 sm:grid sm:grid-cols-2 sm:gap-6 lg:grid-cols-4">
        {[1, 2, 3, 4].map((card) => (
          <div
            key={card}
            className="w-[76vw] max-w-80 flex-none overflow-hidden rounded-card bg-white shadow-card sm:w-auto sm:max-w-none"
          >
            <Skeleton className="aspect-4/5 rounded-none" />
            <div className="grid gap-3 p-5">
              <Skeleton className="h-7" />
              <Skeleton className="h-16" />
            </div>
          </div>
        ))}
      </div>
      <div className="grid gap-10 md:grid-cols-2 lg:grid-cols-3">
        {[1, 2, 3].map((story) => (
          <div key={story} className="grid gap-4 border-umber border-t pt-6">
            <Skeleton className="h-32" />
            <Skeleton className="h-10 w-1/2" />
          </div>
        ))}
      </div>
    </div>
  </div>
)

/**
 * Keeps guests and staff on the page they are on while the site cannot be reached: the next page could not be
 * read, and the browser's own error would replace this one and what was typed on it. Links are not fetched
 * ahead for the same reason: where that fails, Remix reads the document again.
 */
export function useStayWhileOffline() {
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

  const now = useRef(blocker)
  now.current = blocker
  const navigate = useNavigate()
  const asked = blocker.location
  const wanted = useRef(asked)

  useEffect(() => {
    if (!asked) return
    wanted.current = asked
    fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).then(
      () => {
        if (wanted.current !== asked) return
        wanted.current = undefined
        if (now.current.state === 'blocked') return now.current.proceed()
        // A form's answer came meanwhile: it unblocks, and forgets where they wanted to go.
        typedAt.current = undefined
        navigate(asked)
      },
      () => {
        now.current.reset?.()
        showToast(OFFLINE)
      },
    )
  }, [asked, navigate])
}

const OFFLINE = {
  tone: 'failure',
  title: 'The site cannot be reached',
  description:
    'You are still on this page, so that what you typed is not lost. Please try again in a moment.',
} as const
