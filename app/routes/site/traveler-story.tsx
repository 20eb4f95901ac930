import { Reveal } from '#app/ui/reveal'
import { VisuallyHidden } from '#app/ui/visually-hidden'

type Props = {
  story: { name: string; location: string; rating: number; review: string }
  index: number
}

export const TravelerStory = ({ story, index }: Props) => (
  <Reveal as="li" delay={0.2 * index} className="flex">
    <figure className="flex w-full flex-col border-umber border-t pt-6">
      <Rating rating={story.rating} />
      <blockquote className="type-quote mt-4 mb-6">
        <p>“{story.review}”</p>
      </blockquote>
      <figcaption className="mt-auto text-sm">
        <span className="font-semibold">{story.name}</span>
        <span className="block text-ink-soft">{story.location}</span>
      </figcaption>
    </figure>
  </Reveal>
)

/** A small sun for each point. */
const Rating = ({ rating }: { rating: number }) => (
  <p className="flex gap-1.5">
    <VisuallyHidden>{rating} out of 5</VisuallyHidden>
    {[1, 2, 3, 4, 5].map((point) => (
      <span
        key={point}
        aria-hidden="true"
        className={`size-3 rounded-full ${point <= rating ? 'bg-sun' : 'border border-field'}`}
      />
    ))}
  </p>
)
