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

function revealOnce(element: HTMLElement, delay: number) {
  if (element.getBoundingClientRect().top < window.innerHeight) return
  element.dataset.waiting = ''
  element.style.transitionDelay = `${delay}s`
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      delete element.dataset.waiting
      observer.disconnect()
    },
    { threshold: 0.1 },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
