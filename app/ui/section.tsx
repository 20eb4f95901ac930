import type { ReactNode } from 'react'
import { useReveal } from './use-reveal'

const GROUNDS = {
  paper: '',
  sand: 'bg-sand',
  white: 'bg-white',
  dusk: 'on-dark bg-dusk',
  night: 'on-dark bg-night',
} as const

type Props = {
  children: ReactNode
  ground?: keyof typeof GROUNDS
  id?: string
  /** The id of the section's heading: makes it a landmark with that name. */
  labelledBy?: string
  width?: 'wrap' | 'wrap-text'
  className?: string
}

/** A band of the page with the house's padding and column. What it holds fades in, its ground is there. */
export function Section({
  children,
  ground = 'paper',
  id,
  labelledBy,
  width = 'wrap',
  className = '',
}: Props) {
  const place = useReveal<HTMLElement>()
  return (
    <section
      ref={place}
      id={id}
      aria-labelledby={labelledBy}
      className={`reveal-within py-16 md:py-24 ${GROUNDS[ground]} ${className}`}
    >
      <div className={width}>{children}</div>
    </section>
  )
}
