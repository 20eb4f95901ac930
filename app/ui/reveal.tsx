import { type ReactNode, useEffect, useRef } from 'react'

type Props = {
  children: ReactNode
  /** Seconds; 0.15 a card, 0.2 a traveller story (spec §9). */
  delay?: number
  as?: 'div' | 'li' | 'article'
  className?: string
}

/** Fades in when a tenth of it is visible (spec §2). Without scripts, or on screen already, it simply stands there. */
export function Reveal({ children, delay = 0, as: Tag = 'div', className = '' }: Props) {
  const place = useRef<HTMLElement | null>(null)
  useEffect(() => (place.current ? revealOnce(place.current, delay) : undefined), [delay])
  return (
    <Tag
      ref={(element: HTMLElement | null) => {
        place.current = element
      }}
      className={`reveal ${className}`}
    >
      {children}
    </Tag>
  )
}

/** Where the element stands, the observer says: to measure it here would lay out the page in the middle of a task. */
function revealOnce(element: HTMLElement, delay: number) {
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some((entry) => entry.isIntersecting) || entries.every(isOnScreenOrAbove)) {
        delete element.dataset.waiting
        observer.disconnect()
        return
      }
      element.style.transitionDelay = `${delay}s`
      element.dataset.waiting = ''
    },
    { threshold: 0.1 },
  )
  observer.observe(element)
  return () => observer.disconnect()
}

/** What is not laid out yet has no height, and lies far below. */
const isOnScreenOrAbove = ({ boundingClientRect: { top, height } }: IntersectionObserverEntry) =>
  height > 0 && top < window.innerHeight
