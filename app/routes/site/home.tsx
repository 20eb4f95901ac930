import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type Experience, featuredExperiences } from '#app/content/experiences.server'
import { siteSettings } from '#app/content/site-settings.server'
import { travellerStories } from '#app/content/testimonials.server'
import { BeadBand } from '#app/ui/bead-band'
import { ButtonLink } from '#app/ui/button-link'
import { buttonLook } from '#app/ui/button-look'
import { Hero } from '#app/ui/hero'
import { PlayIcon } from '#app/ui/icons'
import acaciaDusk from '#app/ui/landscapes/acacia-dusk.svg?url'
import plainTall from '#app/ui/landscapes/plain-tall.svg?url'
import plainWide from '#app/ui/landscapes/plain-wide.svg?url'
import { pageHead } from '#app/ui/page-head'
import { Reveal } from '#app/ui/reveal'
import { ScrollLink } from '#app/ui/scroll-link'
import { Section } from '#app/ui/section'
import type { PageHandle } from '#app/ui/shell/page-handle'
import { ExperienceCard } from './experience-card'
import { TravellerStory } from './traveller-story'
import { TwoStepBand } from './two-step-band'

export const handle: PageHandle = { hero: true }

export function loader() {
  const { heroTitle, heroSubtitle, aboutText } = siteSettings()
  return {
    hero: { title: heroTitle, subtitle: heroSubtitle },
    story: aboutText.split(/\n{2,}/),
    experiences: featuredExperiences(),
    travellerStories: travellerStories(),
  }
}

export const meta: MetaFunction = ({ matches }) =>
  pageHead({
    matches,
    title: 'Luxury safaris in Kenya and Tanzania',
    description:
      'Private safaris and cultural journeys in Kenya and Tanzania, led by people who call these plains home. Small groups, unhurried days.',
    path: '/',
  })

const CLAIMS = [
  { figure: '500+', words: 'unique experiences' },
  { figure: '25+', words: 'African countries' },
  { figure: '10,000+', words: 'happy travelers' },
  { figure: '20+', words: 'years of experience' },
]

export default function HomePage() {
  const { hero, story, experiences, travellerStories: stories } = useLoaderData<typeof loader>()
  return (
    <>
      <Hero
        picture={{
          wide: plainWide,
          tall: plainTall,
          alt: 'Elephants cross dry grass below Kilimanjaro at first light, an acacia before the sun',
        }}
        smallCaps="Kenya & Tanzania"
        title={hero.title}
        lead={hero.subtitle}
        actions={
          <>
            <ScrollLink to="#experiences" className={buttonLook('sun')}>
              Explore Experiences
            </ScrollLink>
            <ScrollLink to="#about" className={buttonLook('ghost')}>
              <PlayIcon className="size-4" />
              Watch Our Story
            </ScrollLink>
          </>
        }
      />
      <Claims />
      <SignatureExperiences experiences={experiences} />
      <BeadBand />
      <OurStory paragraphs={story} />
      <TwoStepBand />
      {stories.length > 0 && (
        <Section id="testimonials" labelledBy="testimonials-heading">
          <h2 id="testimonials-heading" className="type-h2">
            What travelers bring home
          </h2>
          <ul className="mt-10 grid gap-x-10 gap-y-12 md:grid-cols-2 lg:grid-cols-3">
            {stories.map((told, index) => (
              <TravellerStory key={told.slug} story={told} index={index} />
            ))}
          </ul>
        </Section>
      )}
      <BeginJourney />
    </>
  )
}

const Claims = () => (
  <Section labelledBy="claims-heading" className="pb-10! md:pb-14!">
    <h2 id="claims-heading" className="sr-only">
      Savanna Soul in figures
    </h2>
    <dl className="grid grid-cols-2 gap-x-6 gap-y-9 lg:grid-cols-4">
      {CLAIMS.map(({ figure, words }) => (
        <div key={words} className="flex flex-col-reverse justify-end border-line border-t pt-5">
          <dt className="mt-2 text-ink-soft">{words}</dt>
          <dd className="type-figure">{figure}</dd>
        </div>
      ))}
    </dl>
  </Section>
)

const SignatureExperiences = ({ experiences }: { experiences: Experience[] }) => (
  <Section id="experiences" labelledBy="experiences-heading" className="pt-6! md:pt-8!">
    <h2 id="experiences-heading" className="type-h2">
      Signature experiences
    </h2>
    <p className="type-lead mt-3.5 text-ink-soft">
      Each can stand alone or join the next. Tell us how long you have, and we will draw the road between
      them.
    </p>
    <ul className="mt-9 grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
      {experiences.map((experience, index) => (
        <ExperienceCard key={experience.slug} experience={experience} index={index} />
      ))}
    </ul>
  </Section>
)

const OurStory = ({ paragraphs }: { paragraphs: string[] }) => (
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
      <Reveal>
        <img
          src={acaciaDusk}
          alt="A lone acacia before a low red sun"
          width={800}
          height={1000}
          loading="lazy"
          className="aspect-4/3 w-full rounded-card object-cover lg:aspect-4/5"
        />
      </Reveal>
    </div>
  </Section>
)

const BeginJourney = () => (
  <Section ground="sand" labelledBy="begin-heading">
    <div className="grid items-end gap-x-12 gap-y-8 md:grid-cols-[1fr_auto]">
      <div>
        <h2 id="begin-heading" className="type-h2">
          Tell us when you would like to go
        </h2>
        <p className="type-lead mt-3.5 text-ink-soft">A person replies within 24 hours.</p>
      </div>
      <ButtonLink to="/contact" className="justify-self-start">
        Begin Journey
      </ButtonLink>
    </div>
  </Section>
)
