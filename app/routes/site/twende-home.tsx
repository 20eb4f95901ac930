import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { painted } from '#app/content/gallery/painted.server'
import { REPLY_WITHIN } from '#app/reply-promise'
import { ButtonLink } from '#app/ui/button-link'
import { buttonLook } from '#app/ui/button-look'
import { Hero } from '#app/ui/hero'
import { heroPreloads } from '#app/ui/hero-picture'
import { pageHead } from '#app/ui/page-head'
import { Reveal } from '#app/ui/reveal'
import { ScrollLink } from '#app/ui/scroll-link'
import { Section } from '#app/ui/section'
import type { PageHandle } from '#app/ui/shell/page-handle'

export const handle: PageHandle = { hero: true }

export const loader = () => ({ picture: { wide: painted('twende-home'), portraitPosition: '86%' } })

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  ...pageHead({
    matches,
    title: 'Twende Home: the ambassador program',
    description:
      'Bring your own people home to Kenya. Ambassadors gather a group from their church, school or neighborhood; we plan the journey with them.',
    path: '/twende-home',
  }),
  ...heroPreloads(data?.picture),
]

const REASONS = [
  {
    title: 'You know the way in',
    text: 'No brochure can open your aunt’s kitchen in Kericho or the choir you grew up in. You can. We plan the journey around the doors that only you can knock on.',
  },
  {
    title: 'You gather, we carry',
    text: 'You bring eight or eighty people you know. Flights within Kenya, rooms, guides, park gates, payments and the phone at two in the morning are ours.',
  },
  {
    title: 'You travel as the host',
    text: 'On the road the group is yours and so is the story. One of our guides is at your side the whole way, and lets you do the talking.',
  },
]

const DIFFERENCES = [
  {
    title: 'For the place you come from',
    text: 'Groups sleep, eat and shop where you say. Money lands with people you can name, not with a chain.',
  },
  {
    title: 'For those who have never been',
    text: 'Neighbors and coworkers see a country, not a postcard: a school at assembly, a tea auction, a wedding.',
  },
  {
    title: 'For children far from home',
    text: 'They have heard Swahili on the phone. Now they hear it shouted across a football field, and answer.',
  },
]

export default function TwendeHomePage() {
  const { picture } = useLoaderData<typeof loader>()
  return (
    <>
      <Hero
        ground="day"
        picture={picture}
        smallCaps="Twende Home"
        title="Let us go home, and bring your people"
        lead="Twende means let us go. Our ambassadors are Kenyans abroad who bring their own community to see where they come from."
        actions={
          <>
            <ButtonLink to="/contact" tone="sun">
              Become an ambassador
            </ButtonLink>
            <ScrollLink to="#why" className={buttonLook('ghost')}>
              Why people do it
            </ScrollLink>
          </>
        }
      />
      <Section id="why" labelledBy="why-heading">
        <h2 id="why-heading" className="type-h2 max-w-[10.5em]">
          Why become an ambassador
        </h2>
        <ol className="mt-10 grid gap-x-10 gap-y-10 md:grid-cols-3">
          {REASONS.map((reason, index) => (
            <Reveal key={reason.title} as="li" delay={0.15 * index} className="border-umber border-t pt-5">
              <h3 className="type-h3">{reason.title}</h3>
              <p className="mt-3 text-ink-soft">{reason.text}</p>
            </Reveal>
          ))}
        </ol>
      </Section>
      <Section labelledBy="difference-heading" ground="sand">
        <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[1fr_1.4fr]">
          <h2 id="difference-heading" className="type-h2">
            How the program makes a difference
          </h2>
          <dl className="grid">
            {DIFFERENCES.map(({ title, text }) => (
              <div key={title} className="border-umber/25 border-t py-6 first:border-t-0 first:pt-0">
                <dt className="type-h3">{title}</dt>
                <dd className="mt-2 max-w-[56ch] text-ink-soft">{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </Section>
      <Section labelledBy="begin-heading">
        <h2 id="begin-heading" className="type-h2 max-w-[12.8em]">
          It begins with a conversation
        </h2>
        <p className="type-lead mt-4 text-ink-soft">
          Tell us who you would bring and where home is. There is nothing to sign and nothing to sell: a
          person calls you back {REPLY_WITHIN}.
        </p>
        <ButtonLink to="/contact" className="mt-8">
          Talk to us
        </ButtonLink>
      </Section>
    </>
  )
}
