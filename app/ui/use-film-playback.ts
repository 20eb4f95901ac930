import { useCallback, useEffect, useRef, useState } from 'react'

/** How near the screen a film comes before its first bytes are fetched. */
const LOADS_WITHIN = '320px'
const HALF = 0.5

/**
 * Plays a film while half of it is visible, unless its watcher, their settings or the browser say otherwise.
 */
export function useFilmPlayback() {
  const video = useRef<HTMLVideoElement>(null)
  const [on, setOn] = useState(false)
  const [started, setStarted] = useState(false)
  const [visible, setVisible] = useState(false)

  useEffect(() => setOn(motionIsWelcome()), [])
  useEffect(() => (video.current ? watchVisibility(video.current, setVisible) : undefined), [])
  useEffect(() => (video.current && on ? loadWhenNear(video.current) : undefined), [on])
  useEffect(() => {
    const film = video.current
    if (!film) return
    if (!on || !visible) return film.pause()
    // React leaves `muted` out of the server's page, and only a muted film may start by itself.
    film.muted = true
    film.play().then(
      () => setStarted(true),
      // A battery saver refuses; a film that is scrolled away before it has begun is merely interrupted.
      (refusal: unknown) =>
        refusal instanceof DOMException && refusal.name === 'NotAllowedError' && setOn(false),
    )
  }, [on, visible])

  const toggle = useCallback(() => setOn((was) => !was), [])
  return { video, on, started, toggle }
}

type Connected = Navigator & { connection?: { saveData?: boolean } }

const motionIsWelcome = () =>
  !window.matchMedia('(prefers-reduced-motion: reduce)').matches &&
  !(navigator as Connected).connection?.saveData

function watchVisibility(film: HTMLVideoElement, tell: (visible: boolean) => void) {
  const observer = new IntersectionObserver(
    (entries) => tell((entries.at(-1)?.intersectionRatio ?? 0) >= HALF),
    { threshold: HALF },
  )
  observer.observe(film)
  return () => observer.disconnect()
}

function loadWhenNear(film: HTMLVideoElement) {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      film.preload = 'auto'
      observer.disconnect()
    },
    { rootMargin: LOADS_WITHIN },
  )
  observer.observe(film)
  return () => observer.disconnect()
}
