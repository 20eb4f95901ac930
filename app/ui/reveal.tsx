import type { ReactNode } from 'react'
import { useReveal } from './use-reveal'

type Props = {
  children: ReactNode
  /** Seconds; 0.15 a card, 0.2 a traveler story (rules 10.9). */
  delay?: number
  as?: 'div' | 'li' | 'article'
  className?: string
}

/** Fades in and rises when a tenth of it is visible. */
export function Reveal({ children, delay = 0, as: Tag = 'div', className = '' }: Props) {
  const place = useReveal<HTMLElement>(delay)
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
