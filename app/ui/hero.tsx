import type { ReactNode } from 'react'
import { type HeroFiles, HeroPicture } from './hero-picture'

type Props = {
  picture: HeroFiles
  smallCaps: ReactNode
  title: string
  lead: ReactNode
  actions: ReactNode
  /** What the picture is by itself: a day's bright sky asks for more shade under the words. */
  ground?: 'dusk' | 'night' | 'day'
}

const GROUNDS = { dusk: '', night: 'hero-night', day: 'hero-day' }

/** The first screen of a marketing page; its route says `handle = { hero: true }`. */
export function Hero({ picture, smallCaps, title, lead, actions, ground = 'dusk' }: Props) {
  return (
    <section className={`hero on-dark ${GROUNDS[ground]}`}>
      <HeroPicture {...picture} />
      <div className="wrap">
        <div className="hero-copy">
          <p className="type-small-caps leading-rule text-dawn">{smallCaps}</p>
          <h1 className="type-hero mt-5.5 mb-5">{title}</h1>
          <p className="type-lead max-w-[25.6em] text-cream">{lead}</p>
          <div className="mt-8 flex flex-wrap gap-3.5 max-sm:*:w-full">{actions}</div>
        </div>
      </div>
    </section>
  )
}
