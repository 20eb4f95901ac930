import { Film } from '#app/ui/film'
import { Section } from '#app/ui/section'
import type { TourPage } from './tour-page.server'

export const TourFilms = ({ films: { heading, placed } }: Pick<TourPage, 'films'>) => (
  <Section labelledBy="films-heading" ground="night">
    <h2 id="films-heading" className="type-h2">
      {heading}
    </h2>
    <ul className="mt-9 grid gap-x-6 gap-y-10 lg:grid-cols-2">
      {placed.map(({ place, words, ...film }) => (
        <li key={place}>
          <Film {...film} sizes="(width >= 80rem) 36rem, (width >= 64rem) 46vw, 100vw" />
          <h3 className="type-h3 mt-4.5">{film.title}</h3>
          <p className="mt-1 text-mist">{words}</p>
        </li>
      ))}
    </ul>
  </Section>
)
