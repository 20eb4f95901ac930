import { Film } from '#app/ui/film'
import { Section } from '#app/ui/section'

const FILMS = [
  {
    slug: 'herd',
    title: 'The herd at first light',
    alt: 'Six elephants walk through dry grass below Kilimanjaro, a low sun behind them',
    words: 'Mornings belong to the animals. Coffee is at half past five.',
  },
  {
    slug: 'night-stage',
    title: 'The concert at the Mara',
    alt: 'A band of four plays on a small stage before a rising moon, strings of lamps above and a crowd in hats before it',
    words: 'Evenings belong to the band. The last song is never the last.',
  },
]

export const TourFilms = () => (
  <Section labelledBy="films-heading" ground="night">
    <h2 id="films-heading" className="type-h2">
      By day, and after dark
    </h2>
    <ul className="mt-9 grid gap-x-6 gap-y-10 lg:grid-cols-2">
      {FILMS.map(({ words, ...film }) => (
        <li key={film.slug}>
          <Film {...film} sizes="(width >= 80rem) 36rem, (width >= 64rem) 46vw, 100vw" />
          <h3 className="type-h3 mt-4.5">{film.title}</h3>
          <p className="mt-1 text-mist">{words}</p>
        </li>
      ))}
    </ul>
  </Section>
)
