import { Link } from '@remix-run/react'
import { Reveal } from '#app/ui/reveal'
import { pictureOf } from './experience-pictures'

type Props = {
  experience: {
    slug: string
    title: string
    description: string
    location: string
    duration: string
    price: string
  }
  index: number
}

/** The whole card is the target: its one link is stretched over it. */
export function ExperienceCard({ experience, index }: Props) {
  const picture = pictureOf(experience.slug)
  return (
    <Reveal as="li" delay={0.15 * index} className="flex">
      <article className="group relative flex w-full flex-col overflow-hidden rounded-card bg-white shadow-card transition-[translate,box-shadow] duration-180 hover:-translate-y-[3px] hover:shadow-lift has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-lagoon motion-reduce:hover:translate-y-0">
        <img
          src={picture.src}
          alt={picture.alt}
          width={800}
          height={1000}
          loading="lazy"
          className="aspect-4/5 w-full object-cover"
        />
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
              aria-label={`Ask about ${experience.title}`}
              className="text-umber underline decoration-1 underline-offset-5 after:absolute after:inset-0 group-hover:decoration-2 focus-visible:outline-none"
            >
              Ask us
            </Link>
          </p>
        </div>
      </article>
    </Reveal>
  )
}
