import type { ActionFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { APPLICATION } from '#app/bookings/leaders/application-fields'
import { REPLY_WITHIN } from '#app/people/reply-promise'
import { pictureAt } from '#app/site/gallery.server'
import { pointsIn, REPLY_FACT } from '#app/site/page-words'
import { firstPicture, wordsOf } from '#app/site/page-words.server'
import { sharedWithFirst } from '#app/site/picture'
import { Button, ButtonLink, buttonLook } from '#app/ui/button'
import { Hero, heroPreloads, ScrollLink } from '#app/ui/hero'
import { pageHead } from '#app/ui/page-head'
import { Panel } from '#app/ui/panel'
import { Picture } from '#app/ui/picture'
import { Reveal, Section } from '#app/ui/section'
import type { PageHandle } from '#app/ui/shell/page-handle'
import { answerApplication } from './answer-forms.server'
import { APPLICATION_FAILED } from './form-words'
import { keepFormOnFailure, useSiteForm } from './site-form'

export const handle: PageHandle = { hero: true }

export function loader() {
  const words = wordsOf('twende-home')
  const { title = '', lead = '', reasonsTitle, differencesTitle, closingTitle, closingText = '' } = words
  return {
    picture: firstPicture('twende-home', 'twende-home'),
    title,
    lead,
    why: { heading: reasonsTitle, reasons: pointsIn(words, 'reason') },
    changes: {
      heading: differencesTitle,
      differences: pointsIn(words, 'difference'),
      picture: pictureAt(words.differencesPicture ?? ''),
    },
    closing: { heading: closingTitle, text: closingText.replaceAll(REPLY_FACT, REPLY_WITHIN) },
    applyTitle: words.applyTitle,
  }
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  ...pageHead({
    matches,
    title: 'Twende Home: the ambassador program',
    description:
      'Bring your own people home to Kenya. Ambassadors gather a group from their church, school or neighborhood; we plan the journey with them.',
    path: '/twende-home',
    picture: data && sharedWithFirst(data.picture),
  }),
  ...heroPreloads(data?.picture),
]

export const action = ({ request }: ActionFunctionArgs) => answerApplication(request)

export const clientAction = keepFormOnFailure

export default function TwendeHomePage() {
  const { picture, title, lead, why, changes, closing, applyTitle } = useLoaderData<typeof loader>()
  return (
    <>
      <Hero
        ground="day"
        picture={picture}
        smallCaps="Twende Home"
        title={title}
        lead={lead}
        actions={
          <>
            <ScrollLink to="#apply" className={buttonLook('sun')}>
              Become an ambassador
            </ScrollLink>
            {why.reasons.length > 0 && (
              <ScrollLink to="#why" className={buttonLook('ghost')}>
                Why people do it
              </ScrollLink>
            )}
          </>
        }
      />
      {why.reasons.length > 0 && (
        <Section id="why" labelledBy="why-heading">
          <h2 id="why-heading" className="type-h2 max-w-[10.5em]">
            {why.heading}
          </h2>
          <ol className="mt-10 grid gap-x-10 gap-y-10 md:grid-cols-3">
            {why.reasons.map((reason, index) => (
              <Reveal
                // biome-ignore lint/suspicious/noArrayIndexKey: two reasons may say the same, and none is moved
                key={index}
                as="li"
                delay={0.15 * index}
                className="border-umber border-t pt-5"
              >
                <h3 className="type-h3">{reason.title}</h3>
                <p className="mt-3 text-ink-soft">{reason.text}</p>
              </Reveal>
            ))}
          </ol>
        </Section>
      )}
      {changes.differences.length > 0 && (
        <Section labelledBy="difference-heading" ground="sand">
          <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[1fr_1.4fr]">
            <div>
              <h2 id="difference-heading" className="type-h2">
                {changes.heading}
              </h2>
              {changes.picture && (
                <Picture
                  picture={changes.picture}
                  sizes="(width >= 64rem) 30rem, 100vw"
                  className="mt-8 aspect-3/2 w-full rounded-card"
                />
              )}
            </div>
            <dl className="grid">
              {changes.differences.map(({ title, text }, index) => (
                <div
                  // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same, and none is moved
                  key={index}
                  className="border-umber/25 border-t py-6 first:border-t-0 first:pt-0"
                >
                  <dt className="type-h3">{title}</dt>
                  <dd className="mt-2 max-w-[56ch] text-ink-soft">{text}</dd>
                </div>
              ))}
            </dl>
          </div>
        </Section>
      )}
      <Section labelledBy="begin-heading">
        <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[1fr_1.4fr]">
          <div>
            <h2 id="begin-heading" className="type-h2">
              {closing.heading}
            </h2>
            <p className="type-lead mt-4 text-ink-soft">{closing.text}</p>
            <ButtonLink to="/contact" tone="outline" className="mt-8">
              Talk to us
            </ButtonLink>
          </div>
          <Panel as="section" className="scroll-mt-28 p-6 sm:p-8" id="apply">
            <h2 id="apply-heading" className="type-h3 mb-6">
              {applyTitle}
            </h2>
            <ApplicationForm />
          </Panel>
        </div>
      </Section>
    </>
  )
}

/** Becomes a leader once staff approve it. */
function ApplicationForm() {
  const { formProps, lines, busy, notice } = useSiteForm('application', APPLICATION, APPLICATION_FAILED)
  return (
    <Form
      {...formProps}
      action="/twende-home#apply"
      aria-labelledby="apply-heading"
      className="relative grid gap-x-5 gap-y-4.5 sm:grid-cols-2"
    >
      {lines}
      {notice && <div className="sm:col-span-2">{notice}</div>}
      <div className="sm:col-span-2">
        <Button busy={busy} busyLabel="Sending..." className="w-full sm:w-auto sm:min-w-48">
          Apply as an ambassador
        </Button>
      </div>
    </Form>
  )
}
