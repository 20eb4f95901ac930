import { useEffect, useRef, useState } from 'react'

/** So much of the window's height before it comes into view. */
const AHEAD = '75%'
const SIGNS = ['pointerdown', 'keydown', 'scroll', 'focusin'] as const

/** Anyone who used the page, left it by a link of the site and came back need not show it again. */
let hasBegunBefore = false

/**
 * Whether somebody begins to use the page or comes near the element with the ref; what is costly and far
 * below waits for that. It stays true.
 */
export function useApproach<Place extends Element>() {
  const place = useRef<Place>(null)
  const [hasBegun, setHasBegun] = useState(false)
  useEffect(() => {
    if (hasBegun) return
    const begin = () => {
      hasBegunBefore = true
      setHasBegun(true)
    }
    // Before scripts ran somebody may have typed already, or come back to the middle of the page.
    const { activeElement } = document
    if (hasBegunBefore || scrollY > 0 || (activeElement && activeElement !== document.body)) return begin()
    const watch = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && begin(), {
      rootMargin: `${AHEAD} 0px`,
    })
    if (place.current) watch.observe(place.current)
    for (const sign of SIGNS) addEventListener(sign, begin, { passive: true, capture: true })
    return () => {
      watch.disconnect()
      for (const sign of SIGNS) removeEventListener(sign, begin, { capture: true })
    }
  }, [hasBegun])
  return [place, hasBegun] as const
}
