import { Picture } from '#app/ui/picture'
import { Reveal } from '#app/ui/reveal'
import { Section } from '#app/ui/section'
import type { TourPage } from './tour-page.server'

/** Who plays: by their instruments, for the names belong to the evening. */
export const TourBand = ({ tour: { picture, words, players } }: { tour: TourPage }) => (
  <Section labelledBy="band-heading" ground="sand">
    <div className="grid items-center gap-x-16 gap-y-10 lg:grid-cols-[1.15fr_1fr]">
      <Reveal className="aspect-3/2 overflow-hidden rounded-card lg:aspect-5/6">
        <Picture picture={picture} sizes="(width >= 64rem) 54rem, 100vw" className="size-full" />
      </Reveal>
      <div>
        <h2 id="band-heading" className="type-h2">
          {words.bandTitle}
        </h2>
        <p className="type-lead mt-5 whitespace-pre-line" dir="auto">
          {words.bandText}
        </p>
        <dl className="mt-8">
          {players.map(({ id, title, text }) => (
            <div
              key={id}
              className="grid gap-x-6 gap-y-0.5 border-umber/25 border-t py-4 sm:grid-cols-[9rem_1fr] sm:items-baseline"
            >
              <dt className="type-h3">{title}</dt>
              <dd className="text-ink-soft">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  </Section>
)
