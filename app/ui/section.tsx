import { type ReactNode, useEffect, useRef } from 'react'

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
  /** Less air above and below: one of many on a long page. */
  tight?: boolean
  className?: string
}

/** A band of the page with the house's padding and column. What it holds fades in, its ground is there. */
export function Section({ ground = 'paper', labelledBy, title, tight, className = '', ...props }: Props) {
  const place = useReveal<HTMLElement>()
  return (
    <section
      ref={place}
      id={props.id}
      aria-labelledby={labelledBy}
      className={`reveal-within ${tight ? 'py-7.5 md:py-20' : 'py-16 md:py-24'} ${GROUNDS[ground]} ${className}`}
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

/** The cloth of a journey with a band, and of nothing else: a swatch or an edge, never behind words. */
export const ShukaCheck = ({ className = '' }: { className?: string }) => (
  <div aria-hidden="true" className={`shuka-check ${className}`} />
)

/** How much of it is to be seen (rules 10.9): of itself, or of the screen where it is taller than that. */
const SHARE = 0.1
const STEPS = Array.from({ length: 11 }, (_, step) => step / 100)

/**
 * Fades an element in, once, when a tenth of it is visible: style sheets hide what has `data-waiting`. What
 * begins on the first screen, or above it, simply stands there; so does everything without scripts, and for
 * those who asked for less motion. `delay` is in seconds.
 */
export function useReveal<Place extends HTMLElement>(delay = 0) {
  const place = useRef<Place | null>(null)
  useEffect(() => (place.current ? revealOnce(place.current, delay) : undefined), [delay])
  return place
}

type Waiting = { delay: number; isFirstLook: boolean }

const waiting = new WeakMap<Element, Waiting>()

/** One for the page, made with the first: each observer has a callback of its own, and each costs a style. */
let observer: IntersectionObserver | undefined

function revealOnce(element: HTMLElement, delay: number) {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  observer ??= new IntersectionObserver((entries) => entries.forEach(look), { threshold: STEPS })
  waiting.set(element, { delay, isFirstLook: true })
  observer.observe(element)
  return () => observer?.unobserve(element)
}

/** The observer says where it stands: measuring here would lay out the page in mid-task. */
function look(entry: IntersectionObserverEntry) {
  const [element, one] = [entry.target as HTMLElement, waiting.get(entry.target)]
  if (!one) return
  if (one.isFirstLook ? isOnScreenOrAbove(entry) : isSeen(entry)) {
    delete element.dataset.waiting
    observer?.unobserve(element)
  } else if (one.isFirstLook) {
    // All that it holds inherits it, and would be styled again.
    if (one.delay > 0) element.style.setProperty('--reveal-delay', `${one.delay}s`)
    element.dataset.waiting = ''
  }
  one.isFirstLook = false
}

/** Without asking the window, which would lay out what other entries have just changed. */
const screenHeight = ({ rootBounds }: IntersectionObserverEntry) => rootBounds?.height ?? window.innerHeight

/** What is not laid out yet has no height, and lies far below. */
const isOnScreenOrAbove = (entry: IntersectionObserverEntry) =>
  entry.boundingClientRect.height > 0 && entry.boundingClientRect.top < screenHeight(entry)

const isSeen = (entry: IntersectionObserverEntry) =>
  entry.intersectionRect.height > 0 &&
  entry.intersectionRect.height >= SHARE * Math.min(entry.boundingClientRect.height, screenHeight(entry))

type RevealProps = {
  children: ReactNode
  /** Seconds; 0.15 a card, 0.2 a traveler story (rules 10.9). */
  delay?: number
  as?: 'div' | 'li' | 'article'
  className?: string
}

/** Fades in and rises when a tenth of it is visible. */
export function Reveal({ children, delay = 0, as: Tag = 'div', className = '' }: RevealProps) {
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
