import { Picture } from '#app/ui/picture'
import { Reveal } from '#app/ui/reveal'
import { Section } from '#app/ui/section'
import type { TourPage } from './tour-page.server'

const PLAYERS = [
  { plays: 'Fiddle', words: 'Leads the waltzes, and stays up longest at the fire.' },
  { plays: 'Pedal steel', words: 'The long, bent notes. On the plain they carry to the next camp.' },
  { plays: 'Guitar', words: 'Sings too, and teaches the two-step on the ninth day.' },
  { plays: 'Upright bass', words: 'Has a seat of its own in the car, with the belt on.' },
]

/** Who plays: by their instruments, for the names belong to the evening. */
export const TourBand = ({ picture }: Pick<TourPage, 'picture'>) => (
  <Section labelledBy="band-heading" ground="sand">
    <div className="grid items-center gap-x-16 gap-y-10 lg:grid-cols-[1.15fr_1fr]">
      <Reveal className="aspect-3/2 overflow-hidden rounded-card lg:aspect-5/6">
        <Picture picture={picture} sizes="(width >= 64rem) 54rem, 100vw" className="size-full" />
      </Reveal>
      <div>
        <h2 id="band-heading" className="type-h2">
          The band comes with you
        </h2>
        <p className="type-lead mt-5">
          Four players from the dance halls of Texas. They ride in the same cars, eat at the same table and
          carry their own cases. Some evenings are a concert; some are two songs and the sound of the
          crickets.
        </p>
        <dl className="mt-8">
          {PLAYERS.map(({ plays, words }) => (
            <div
              key={plays}
              className="grid gap-x-6 gap-y-0.5 border-umber/25 border-t py-4 sm:grid-cols-[9rem_1fr] sm:items-baseline"
            >
              <dt className="type-h3">{plays}</dt>
              <dd className="text-ink-soft">{words}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  </Section>
)
