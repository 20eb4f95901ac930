import { Form } from '@remix-run/react'
import { type ComponentType, useEffect, useState } from 'react'
import { NEWSLETTER } from '#app/people/people-fields'
import type { featuredExperiences } from '#app/site/lists.server'
import type { PictureFiles } from '#app/site/picture'
import { Button, ButtonLink, buttonLook } from '#app/ui/button'
import { DottedFacts } from '#app/ui/dotted-facts'
import { ScrollLink } from '#app/ui/hero'
import { PlayIcon, StarIcon } from '#app/ui/icons'
import { Link, OVER_WHOLE_CARD, TextLink, VisuallyHidden, WHOLE_CARD } from '#app/ui/link'
import { ArrivedNotice, Notice } from '#app/ui/notice'
import { Panel } from '#app/ui/panel'
import { Picture } from '#app/ui/picture'
import { Reveal, Section, ShukaCheck, useReveal } from '#app/ui/section'
import { useShellData } from '#app/ui/shell/page-handle'
import { SUBSCRIPTION_FAILED } from './form-words'
import { useSiteForm } from './site-form'
import type { StoryFilm } from './story-dialog'
import type { tourInShort } from './tour-page.server'

type Dialog = ComponentType<{ film: StoryFilm; onClose: () => void }>

const LOOK = buttonLook('ghost')

/** Opens the story film. Until scripts run, and where they never do, it leads to the story in words. */
export function WatchOurStory({ film }: { film: StoryFilm }) {
  const [scripts, setScripts] = useState(false)
  const [StoryDialog, setStoryDialog] = useState<Dialog | null>(null)
  useEffect(() => setScripts(true), [])
  const open = () =>
    import('./story-dialog').then(
      (part) => setStoryDialog(() => part.StoryDialog),
      () => document.getElementById('about')?.scrollIntoView(),
    )
  const label = (
    <>
      <PlayIcon className="size-4" />
      Watch Our Story
    </>
  )
  if (!scripts) {
    return (
      <ScrollLink to="#about" className={LOOK}>
        {label}
      </ScrollLink>
    )
  }
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={open} className={LOOK}>
        {label}
      </button>
      {StoryDialog && <StoryDialog film={film} onClose={() => setStoryDialog(null)} />}
    </>
  )
}

type Props = {
  story: { name: string; location: string; rating: number; review: string; month: string | null }
  index: number
}

export const TravelerStory = ({ story, index }: Props) => (
  <Reveal
    as="li"
    delay={0.2 * index}
    className="flex w-[84vw] max-w-90 flex-none snap-start sm:w-auto sm:max-w-none"
  >
    <figure className="flex w-full flex-col border-umber border-t pt-6">
      <Rating rating={story.rating} />
      <blockquote className="type-quote mt-4 mb-6">
        <p>“{story.review}”</p>
      </blockquote>
      <figcaption className="mt-auto text-sm">
        <span className="font-semibold">{story.name}</span>
        <span className="block text-ink-soft">{story.location}</span>
        {story.month && <span className="block text-ink-soft">Traveled in {story.month}</span>}
      </figcaption>
    </figure>
  </Reveal>
)

const Rating = ({ rating }: { rating: number }) => (
  <p className="flex gap-1 text-ember">
    <VisuallyHidden>{rating} out of 5 stars</VisuallyHidden>
    {[1, 2, 3, 4, 5].map((point) => (
      <StarIcon key={point} className={`size-5 ${point <= rating ? 'fill-current' : ''}`} />
    ))}
  </p>
)

type InShort = ReturnType<typeof tourInShort>
type BandProps = { tour: InShort; others: Pick<InShort, 'name' | 'to' | 'facts'>[] }

/** What can be booked, below the hero: what it looks like, when, and from how much; then other journeys. */
export function TwoStepBand({ tour, others }: BandProps) {
  const place = useReveal<HTMLElement>()
  return (
    <section ref={place} aria-labelledby="two-step" className="reveal-within on-dark bg-dusk">
      <ShukaCheck className="h-3" />
      <div className="wrap grid items-center gap-x-14 gap-y-7 py-10 md:grid-cols-2 md:py-16">
        <div className="aspect-video overflow-hidden rounded-card">
          <Picture picture={tour.picture} sizes="(width >= 48rem) 40rem, 100vw" className="size-full" />
        </div>
        <div>
          <p className="type-small-caps text-dawn">{tour.shortName}</p>
          <h2 id="two-step" className="type-h2 mt-3 mb-3">
            {tour.title}
          </h2>
          <DottedFacts facts={tour.facts} />
          <p className="type-lead mt-3 text-mist">{tour.teaser}</p>
          <ButtonLink to={tour.to} tone="sun" className="mt-6">
            See the tour
          </ButtonLink>
        </div>
        {others.length > 0 && (
          <ul className="md:col-span-2">
            {others.map(({ name, to, facts }) => (
              <li
                key={to}
                className="flex flex-wrap items-center gap-x-8 gap-y-1 border-mist/25 border-t pt-4 pb-2"
              >
                <div className="min-w-0 grow text-mist text-sm">
                  <p className="type-h3 text-paper" dir="auto">
                    {name}
                  </p>
                  <DottedFacts facts={facts} className="mt-1" />
                </div>
                <TextLink to={to} className="grid min-h-11 content-center">
                  See the journey<VisuallyHidden> {name}</VisuallyHidden>
                </TextLink>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

type ExperienceCardProps = {
  experience: Omit<ReturnType<typeof featuredExperiences>[number], 'imageUrl'> & {
    picture: PictureFiles | null
  }
  index: number
}

/** A 4:5 cut of a 3:2 picture is drawn 1.9 times as wide as its card. Phones: four cards in 160 kB. */
const SIZES = '(width >= 64rem) 33rem, (width >= 40rem) 90vw, 20rem'

/** The whole card is the target: its one link is stretched over it. */
export function ExperienceCard({ experience, index }: ExperienceCardProps) {
  const { picture } = experience
  return (
    <Reveal
      as="li"
      delay={0.15 * index}
      className="flex w-[76vw] max-w-80 flex-none snap-start sm:w-auto sm:max-w-none"
    >
      <article
        className={`flex w-full flex-col overflow-hidden rounded-card bg-white shadow-card ${WHOLE_CARD}`}
      >
        <div className="aspect-4/5 bg-sand">
          {picture && <Picture picture={picture} sizes={SIZES} className="size-full" />}
        </div>
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
              to={`/contact?experience=${experience.slug}#inquiry`}
              className={`text-umber underline decoration-1 underline-offset-5 group-hover:decoration-2 ${OVER_WHOLE_CARD}`}
            >
              Ask us<VisuallyHidden> about {experience.title}</VisuallyHidden>
            </Link>
          </p>
        </div>
      </article>
    </Reveal>
  )
}

/** The newsletter on the home page. */
export const StayConnected = () => (
  <Section
    id="stay-connected"
    labelledBy="stay-connected-heading"
    ground="dusk"
    className="rendered-late [--expected-height:411px] sm:[--expected-height:335px] lg:[--expected-height:181px]"
  >
    <div className="grid items-center gap-x-16 gap-y-9 lg:grid-cols-[1fr_30rem]">
      <div>
        <h2 id="stay-connected-heading" className="type-h2">
          Stay Connected
        </h2>
        <p className="type-lead mt-4 text-mist">
          About once a month, a letter from the road: where the herds are, what is in flower, which departure
          has opened.
        </p>
      </div>
      <Panel className="on-light p-6 sm:p-7">
        <NewsletterForm />
      </Panel>
    </div>
  </Section>
)

/** Native validation stays on: an empty form does nothing. Once sent, the next step takes its place. */
function NewsletterForm() {
  const { formProps, lines, notice, busy } = useSiteForm('newsletter', NEWSLETTER, SUBSCRIPTION_FAILED)
  const isSent = useShellData()?.toast?.sent === 'newsletter'
  const [wasSent] = useState(isSent)
  const Sent = wasSent ? Notice : ArrivedNotice
  return (
    <div className="grid items-center *:[grid-area:1/1]">
      {isSent && <Sent tone="info" title="One more step: open our email and press Confirm." />}
      {/* Once it was sent it keeps its room, so that nothing below moves. */}
      <Form
        {...formProps}
        action="/?index"
        aria-labelledby="stay-connected-heading"
        className={`relative grid gap-4 sm:grid-cols-[1fr_auto] sm:gap-x-3 ${isSent ? 'invisible' : ''}`}
      >
        {notice && <div className="col-span-full">{notice}</div>}
        {lines}
        <Button busy={busy} busyLabel="Subscribing..." className="sm:mt-6.5 sm:self-start">
          Subscribe
        </Button>
      </Form>
    </div>
  )
}
