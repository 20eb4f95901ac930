import type { PictureFiles } from '#app/content/picture-files'
import { Link } from '#app/ui/link'
import { Picture } from '#app/ui/picture'
import { Reveal } from '#app/ui/reveal'
import { VisuallyHidden } from '#app/ui/visually-hidden'
import { OVER_WHOLE_CARD, WHOLE_CARD } from '#app/ui/whole-card'

export type FeaturedExperience = {
  slug: string
  title: string
  description: string
  location: string
  duration: string
  price: string
  picture: PictureFiles | null
}

type Props = { experience: FeaturedExperience; index: number }

/** A 4:5 cut of a 3:2 picture draws it 1.9 times as wide as the card. Phones get less, and four cards in 160 kB. */
const SIZES = '(width >= 64rem) 33rem, (width >= 40rem) 90vw, 20rem'

/** The whole card is the target: its one link is stretched over it. */
export function ExperienceCard({ experience, index }: Props) {
  const { picture } = experience
  return (
    <Reveal as="li" delay={0.15 * index} className="flex">
      <article
        className={`flex w-full flex-col overflow-hidden rounded-card bg-white shadow-card ${WHOLE_CARD}`}
      >
        <div className="aspect-4/5 bg-sand">
          {picture && <Picture picture={picture} sizes={SIZES} className="size-full" />}
        </div>
        <div className="flex flex-1 flex-col px-5 pt-4.5 pb-5">
          <h3 className="type-h3">{experience.title}</h3>
          <p className="mt-2.5 flex flex-wrap gap-x-3.5 text-xs font-medium text-ink-soft">
            <span>{experience.location}</span>
            <span>{experience.duration}</span>
          </p>
          <p className="mt-2.5 mb-3.5 text-sm text-ink-soft">{experience.description}</p>
          <p className="mt-auto flex items-center justify-between gap-3 border-line border-t pt-3.5 text-sm font-semibold">
            <span className="tabular-nums">{experience.price}</span>
            <Link
              to="/contact"
              className={`text-umber underline decoration-1 underline-offset-5 group-hover:decoration-2 ${OVER_WHOLE_CARD}`}
            >
              Ask us<VisuallyHidden> about {experience.title}</VisuallyHidden>
            </Link>
          </p>
        </div>
      </article>
    </Reveal>
  )
}
