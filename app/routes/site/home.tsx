import { type ActionFunctionArgs, data, type HeadersFunction, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { REPLY_WITHIN } from '#app/people/reply-promise'
import { today } from '#app/platform/clock.server'
import { showMonth } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { log } from '#app/platform/log.server'
import { networkOf } from '#app/server/guards/rates.server'
import { pictureAt } from '#app/site/gallery.server'
import { featuredExperiences, toldStories } from '#app/site/lists.server'
import { homeWords } from '#app/site/page-words.server'
import { sharedWithFirst } from '#app/site/picture'
import { travelAgency, webSite } from '#app/site/seo/site-identity'
import { siteSettings } from '#app/site/settings.server'
import { firstTour, shownTours } from '#app/tours/tours.server'
import { ButtonLink, buttonLook } from '#app/ui/button'
import { Hero, heroPreloads, ScrollLink } from '#app/ui/hero'
import { pageHead } from '#app/ui/page-head'
import { Panel } from '#app/ui/panel'
import { Picture } from '#app/ui/picture'
import { BeadBand, Reveal, Section } from '#app/ui/section'
import type { PageHandle } from '#app/ui/shell/page-handle'
import { answerHomeForms } from './answer-forms.server'
import { ExperienceCard, StayConnected, TravelerStory, TwoStepBand, WatchOurStory } from './home-parts'
import { InquiryForm, keepFormOnFailure } from './site-form'
import { tourInShort } from './tour-page.server'

export const handle: PageHandle = { hero: true }

/** Journeys below the first one; the page of journeys has them all. */
const OTHERS_AT_MOST = 2

export function loader() {
  const settings = siteSettings()
  const { heroTitle, heroSubtitle, aboutText } = settings
  const pictures = homeWords()
  const [first, day] = [firstTour(), today()]
  const experiences = readable(featuredExperiences)
  const stories = readable(toldStories)
  const page = {
    hero: {
      title: heroTitle,
      subtitle: heroSubtitle,
      picture: pictures.hero,
      film: pictures.film,
    },
    claims: pictures.claims,
    story: { paragraphs: aboutText.split(/\n{2,}/), picture: pictures.story },
    tour: tourInShort(first, day),
    others: shownTours()
      .filter(({ id }) => id !== first.id)
      .slice(0, OTHERS_AT_MOST)
      .map((tour) => {
        const { name, to, facts } = tourInShort(tour, day)
        return { name, to, facts }
      }),
    experiences: (experiences ?? []).map(({ imageUrl, ...experience }) => ({
      ...experience,
      picture: pictureAt(imageUrl),
    })),
    travelerStories: (stories ?? []).map(({ traveledOn, ...story }) => ({
      ...story,
      month: traveledOn && showMonth(traveledOn),
    })),
    things: [travelAgency(env.BASE_URL, settings, sharedWithFirst(pictures.hero)), webSite(env.BASE_URL)],
  }
  return data(page, experiences && stories ? {} : { headers: { 'Cache-Control': 'no-store' } })
}

/** A list that cannot be read is left out, and the rest of the page stays. Such a page is not cached. */
function readable<Row>(list: () => Row[]): Row[] | null {
  try {
    return list()
  } catch (error) {
    log.error({ err: error }, 'A list of the home page cannot be read')
    return null
  }
}

export const headers: HeadersFunction = ({ loaderHeaders }) => {
  const caching = loaderHeaders.get('Cache-Control')
  return caching ? { 'Cache-Control': caching } : new Headers()
}

export const action = ({ request, context }: ActionFunctionArgs) =>
  answerHomeForms(request, networkOf(context))

export const clientAction = keepFormOnFailure

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  ...pageHead({
    matches,
    things: data?.things,
    title: 'Luxury safaris in Kenya and Tanzania',
    description:
      'Private safaris and cultural journeys in Kenya and Tanzania, led by people who call these plains home. Small groups, unhurried days.',
    path: '/',
    picture: data && sharedWithFirst(data.hero.picture),
  }),
  ...heroPreloads(data?.hero.picture),
]

export default function HomePage() {
  const {
    hero,
    claims,
    story,
    tour,
    others,
    experiences,
    travelerStories: stories,
  } = useLoaderData<typeof loader>()
  return (
    <>
      <Hero
        picture={hero.picture}
        smallCaps="Kenya & Tanzania"
        title={hero.title}
        lead={hero.subtitle}
        actions={
          <>
            <ScrollLink to="#experiences" className={buttonLook('sun')}>
              Explore Experiences
            </ScrollLink>
            <WatchOurStory film={hero.film} />
          </>
        }
      />
      <TwoStepBand tour={tour} others={others} />
      {claims.length > 0 && <Claims claims={claims} />}
      {experiences.length > 0 && <SignatureExperiences experiences={experiences} />}
      <BeadBand />
      <OurStory {...story} />
      {stories.length > 0 && (
        <Section
          id="testimonials"
          labelledBy="testimonials-heading"
          title="What travelers bring home"
          className="rendered-late [--expected-height:434px] sm:[--expected-height:701px] lg:[--expected-height:423px]"
        >
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrows swipe it on a phone */}
          <section aria-label="Stories, one after the other" tabIndex={0} className="rail mt-10">
            <ul
              className={`flex gap-4 sm:grid sm:gap-x-10 sm:gap-y-12 md:grid-cols-2 ${inColumns(stories.length)}`}
            >
              {stories.map((told, index) => (
                <TravelerStory key={told.id} story={told} index={index} />
              ))}
            </ul>
          </section>
        </Section>
      )}
      <StayConnected />
      <BeginJourney />
    </>
  )
}

/** Of four, none stands alone in a second row. */
const inColumns = (stories: number) => (stories % 3 === 1 ? '' : 'lg:grid-cols-3')

const Claims = ({ claims }: Pick<Page, 'claims'>) => (
  <Section labelledBy="claims-heading" className="pb-10! md:pb-14!">
    <h2 id="claims-heading" className="sr-only">
      Savanna Soul by the numbers
    </h2>
    <dl className="grid grid-cols-2 gap-x-6 gap-y-9 lg:grid-cols-4">
      {claims.map(({ title, text }) => (
        <div key={text} className="flex flex-col-reverse justify-end border-line border-t pt-5">
          <dt className="mt-2 text-ink-soft">{text}</dt>
          <dd className="type-figure">{title}</dd>
        </div>
      ))}
    </dl>
  </Section>
)

type Page = ReturnType<typeof useLoaderData<typeof loader>>

const SignatureExperiences = ({ experiences }: Pick<Page, 'experiences'>) => (
  <Section
    id="experiences"
    labelledBy="experiences-heading"
    title="Signature experiences"
    className="pt-6! md:pt-8!"
  >
    <p className="type-lead mt-3.5 text-ink-soft">
      Each can stand alone or join the next. Tell us how long you have, and we will draw the road between
      them.
    </p>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone with a keyboard, arrows swipe it */}
    <section aria-label="The experiences, one after the other" tabIndex={0} className="rail mt-9">
      <ul className="flex gap-4 sm:grid sm:grid-cols-2 sm:gap-6 lg:grid-cols-4">
        {experiences.map((experience, index) => (
          <ExperienceCard key={experience.slug} experience={experience} index={index} />
        ))}
      </ul>
    </section>
  </Section>
)

const OurStory = ({ paragraphs, picture }: Page['story']) => (
  <Section id="about" labelledBy="about-heading" ground="sand">
    <div className="grid items-center gap-x-16 gap-y-10 lg:grid-cols-[1fr_26rem]">
      <div>
        <h2 id="about-heading" className="type-h2">
          Our Story
        </h2>
        {paragraphs.map((paragraph) => (
          <p key={paragraph} className="type-lead mt-5">
            {paragraph}
          </p>
        ))}
        <ButtonLink to="/twende-home" tone="outline" className="mt-8">
          Bring your own people home
        </ButtonLink>
      </div>
      <Reveal className="aspect-4/3 overflow-hidden rounded-card lg:aspect-4/5">
        <Picture
          picture={picture}
          sizes="(width >= 64rem) 60rem, (width >= 48rem) 100vw, 25rem"
          className="size-full"
        />
      </Reveal>
    </div>
  </Section>
)

const BeginJourney = () => (
  <Section
    id="contact"
    labelledBy="contact-heading"
    ground="sand"
    className="rendered-late [--expected-height:1021px] sm:[--expected-height:800px] lg:[--expected-height:615px]"
  >
    <div className="grid items-start gap-x-16 gap-y-9 lg:grid-cols-[1fr_38rem]">
      <div className="lg:sticky lg:top-32">
        <h2 id="contact-heading" className="type-h2">
          Tell us when you would like to go
        </h2>
        <p className="type-lead mt-4 text-ink-soft">
          A date, a place you have dreamed of, who is coming: half a plan is a good beginning. A real person
          replies {REPLY_WITHIN}.
        </p>
      </div>
      <Panel>
        <InquiryForm action="/?index" labelledBy="contact-heading" />
      </Panel>
    </div>
  </Section>
)
