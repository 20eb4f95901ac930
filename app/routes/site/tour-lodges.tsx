import { Picture } from '#app/ui/picture'
import { Section } from '#app/ui/section'
import type { TourPage } from './tour-page.server'

type Lodge = TourPage['lodges'][number]

/** A row to swipe on phones, where six cards one below the other would be four screens; a grid elsewhere. */
export const TourLodges = ({ lodges }: { lodges: Lodge[] }) => (
  <Section
    id="lodges"
    labelledBy="lodges-heading"
    title="Where you sleep"
    ground="sand"
    tight
    className="rendered-late [--expected-height:578px] sm:[--expected-height:2151px] lg:[--expected-height:1600px]"
  >
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone with a keyboard, arrows swipe it */}
    <section aria-label="The lodges, one after the other" tabIndex={0} className="rail mt-6 md:mt-9">
      <ul className="flex gap-4 sm:grid sm:grid-cols-2 sm:gap-6 lg:grid-cols-3">
        {lodges.map((lodge) => (
          <LodgeCard key={lodge.name} lodge={lodge} />
        ))}
      </ul>
    </section>
  </Section>
)

const LodgeCard = ({ lodge }: { lodge: Lodge }) => (
  <li className="rendered-late flex w-[76vw] max-w-80 flex-none snap-start flex-col overflow-hidden rounded-card bg-white shadow-card [--expected-height:500px] sm:w-auto sm:max-w-none sm:[--expected-height:676px] lg:[--expected-height:745px]">
    <div className="aspect-3/2 bg-sand sm:aspect-4/5">
      {lodge.picture && (
        <Picture
          picture={lodge.picture}
          sizes="(width >= 64rem) 45rem, (width >= 40rem) 90vw, 36rem"
          className="size-full"
        />
      )}
    </div>
    <div className="flex flex-1 flex-col p-5 pt-4.5">
      <h3 className="type-h3" dir="auto">
        {lodge.name}
      </h3>
      <p className="mt-1.5 flex flex-wrap gap-x-3.5 font-medium text-ink-soft text-xs">
        <span dir="auto">{lodge.place}</span>
        <span>{lodge.nights}</span>
      </p>
      <dl className="mt-3 grid gap-2 text-sm">
        {[
          { label: 'Room', words: lodge.room },
          { label: 'Bath', words: lodge.bath },
        ].map(
          ({ label, words }) =>
            words && (
              <div key={label} className="border-line border-t pt-2">
                <dt className="sr-only">{label}</dt>
                <dd dir="auto">{words}</dd>
              </div>
            ),
        )}
      </dl>
      {lodge.fact && (
        <p className="mt-2 border-line border-t pt-2 text-ink-soft text-sm" dir="auto">
          {lodge.fact}
        </p>
      )}
      {lodge.more.length > 0 && <MorePictures lodge={lodge} />}
      {lodge.link && (
        <p className="mt-auto pt-3 text-sm">
          <a
            href={lodge.link}
            rel="noreferrer"
            className="font-semibold text-umber underline underline-offset-5"
          >
            Its own site<span className="sr-only">: {lodge.name}</span>
          </a>
        </p>
      )}
    </div>
  </li>
)

const MorePictures = ({ lodge: { name, more } }: { lodge: Lodge }) => (
  <details className="mt-3 text-sm">
    <summary className="fold min-h-11 py-2.5 font-semibold text-umber underline underline-offset-5">
      {more.length === 1 ? 'One more picture' : `${more.length} more pictures`}
      <span className="sr-only"> of {name}</span>
    </summary>
    <ul className="mt-2 grid gap-2.5">
      {more.map((picture) => (
        <li key={picture.slug}>
          <Picture
            picture={picture}
            sizes="(width >= 64rem) 23rem, (width >= 40rem) 45vw, 20rem"
            className="aspect-3/2 w-full rounded-field"
          />
        </li>
      ))}
    </ul>
  </details>
)
