import type { ReactNode } from 'react'
import { useReveal } from './reveal'

const GROUNDS = {
  paper: '',
  sand: 'bg-sand',
  dusk: 'on-dark bg-dusk',
  night: 'on-dark bg-night',
} as const

type Props = {
  children: ReactNode
  ground?: keyof typeof GROUNDS
  id?: string
  /** The id of the section's heading: makes it a landmark with that name. */
  labelledBy?: string
  /** The words of that heading, where it comes first. */
  title?: string
  className?: string
}

/** A band of the page with the house's padding and column. What it holds fades in, its ground is there. */
export function Section({ ground = 'paper', labelledBy, title, className = '', ...props }: Props) {
  const place = useReveal<HTMLElement>()
  return (
    <section
      ref={place}
      id={props.id}
      aria-labelledby={labelledBy}
      className={`reveal-within py-16 md:py-24 ${GROUNDS[ground]} ${className}`}
    >
      <div className="wrap">
        {title && (
          <h2 id={labelledBy} className="type-h2">
            {title}
          </h2>
        )}
        {props.children}
      </div>
    </section>
  )
}

/** The beadwork edge: at most one a page, only between paper and sand. */
export const BeadBand = () => <div aria-hidden="true" className="bead-band" />

/** The cloth of 2Step Safari and of nothing else: a swatch or an edge, never behind words. */
export const ShukaCheck = ({ className = '' }: { className?: string }) => (
  <div aria-hidden="true" className={`shuka-check ${className}`} />
)
