import type { ReactNode } from 'react'

type Props = {
  /** The wide master, the tall one for portrait screens, and what a person would say is on them. */
  picture: { wide: string; tall: string; alt: string }
  smallCaps: ReactNode
  title: string
  lead: ReactNode
  actions: ReactNode
  ground?: 'dusk' | 'night'
}

/** The first screen of a marketing page; its route says `handle = { hero: true }`. */
export function Hero({ picture, smallCaps, title, lead, actions, ground = 'dusk' }: Props) {
  return (
    <section className={`hero on-dark ${ground === 'night' ? 'hero-night' : ''}`}>
      <picture>
        <source media="(orientation: portrait)" srcSet={picture.tall} />
        <img
          src={picture.wide}
          alt={picture.alt}
          width={1600}
          height={900}
          className="hero-picture hero-settles"
          {...EAGER}
        />
      </picture>
      <div className="wrap">
        <div className="hero-copy">
          <p className="type-small-caps leading-rule text-dawn">{smallCaps}</p>
          <h1 className="type-hero mt-5.5 mb-5">{title}</h1>
          <p className="type-lead max-w-[40ch] text-cream">{lead}</p>
          <div className="mt-8 flex flex-wrap gap-3.5 max-sm:*:w-full">{actions}</div>
        </div>
      </div>
    </section>
  )
}

/** React 18 knows the attribute only in lower case, its types only in camel case. */
const EAGER = { fetchpriority: 'high' }
