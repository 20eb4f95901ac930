import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { REPLY_WITHIN } from '#app/people/reply-promise'
import { networkOf } from '#app/server/guards/rates.server'
import { pictureAt } from '#app/site/gallery.server'
import { requestedExperience } from '#app/site/lists.server'
import { pointsIn } from '#app/site/page-words'
import { wordsOf } from '#app/site/page-words.server'
import { siteSettings } from '#app/site/settings.server'
import { MyBookingLine, TextLink, telHref } from '#app/ui/link'
import { pageHead } from '#app/ui/page-head'
import { Panel } from '#app/ui/panel'
import { Picture } from '#app/ui/picture'
import { BeadBand, Section } from '#app/ui/section'
import { SummaryList } from '#app/ui/summary-list'
import { answerContactForm } from './answer-forms.server'
import { type BegunInquiry, InquiryForm, keepFormOnFailure } from './site-form'

export function loader({ request }: LoaderFunctionArgs) {
  const settings = siteSettings()
  const words = wordsOf('contact')
  const { contactEmail, contactPhone, postalAddress, openingHours } = settings
  const experience = requestedExperience(new URL(request.url).searchParams)
  return {
    begun: experience && begunAbout(experience.title),
    reach: { email: contactEmail, phone: contactPhone, postalAddress, openingHours },
    leader: {
      name: settings.leaderName,
      role: settings.leaderRole,
      paragraphs: settings.leaderText.split(/\n{2,}/),
      picture: pictureAt(settings.leaderPicture),
    },
    why: { heading: words.reasonsTitle, reasons: pointsIn(words, 'reason') },
  }
}

/** An inquiry as it stands in the form before the guest goes on writing. */
const begunAbout = (experience: string): BegunInquiry => ({
  interest: 'safari',
  message: `I would like to know more about “${experience}.”\n`,
})

export const action = ({ request, context }: ActionFunctionArgs) =>
  answerContactForm(request, networkOf(context))

export const clientAction = keepFormOnFailure

export const meta: MetaFunction = ({ matches }) =>
  pageHead({
    matches,
    title: 'Contact',
    description: `Tell us when you would like to go to Kenya or Tanzania. A real person replies ${REPLY_WITHIN}.`,
    path: '/contact',
  })

export default function ContactPage() {
  const { begun, reach, leader, why } = useLoaderData<typeof loader>()
  return (
    <>
      <Section labelledBy="contact-heading" className="pt-12! md:pt-18!">
        <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[1fr_38rem]">
          <div>
            <h1 id="contact-heading" className="type-hero max-w-[7em]">
              Tell us when you would like to go
            </h1>
            <p className="type-lead mt-6 text-ink-soft">
              Drop us a line{reach.phone && ' or call'}. A date, a place you have dreamed of, who is coming:
              whatever you know already is enough to begin. A real person replies {REPLY_WITHIN}.
            </p>
            {(reach.email || reach.phone || reach.postalAddress) && <Reach {...reach} />}
            <MyBookingLine className="mt-6" />
          </div>
          <Panel as="section">
            <h2 id="inquiry" className="type-h3 mb-6">
              Send an inquiry
            </h2>
            <InquiryForm action="/contact" labelledBy="inquiry" begun={begun} />
          </Panel>
        </div>
      </Section>
      <BeadBand />
      {leader.name && leader.paragraphs.some(Boolean) && <Leadership {...leader} />}
      {why.reasons.length > 0 && (
        <Section labelledBy="reasons-heading" title={why.heading}>
          <dl className="mt-10 grid gap-x-10 gap-y-9 sm:grid-cols-2 lg:grid-cols-4">
            {why.reasons.map(({ title, text }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two points may say the same, and none is moved
              <div key={at} className="border-umber border-t pt-5">
                <dt className="type-h3">{title}</dt>
                <dd className="mt-2.5 text-ink-soft">{text}</dd>
              </div>
            ))}
          </dl>
        </Section>
      )}
    </>
  )
}

type Shown = ReturnType<typeof loader>

const Reach = ({ email, phone, postalAddress, openingHours }: Shown['reach']) => (
  <SummaryList
    className="mt-8 border-line border-t"
    rows={[
      email && { label: 'Email', value: <TextLink to={`mailto:${email}`}>{email}</TextLink> },
      phone && { label: 'Phone', value: <TextLink to={telHref(phone)}>{phone}</TextLink> },
      openingHours && { label: 'Hours', value: openingHours },
      postalAddress && {
        label: 'Address',
        value: <span className="block max-w-[34ch] text-balance">{postalAddress}</span>,
      },
    ]}
  />
)

/** The leadership profile. Name, words and portrait are the company's (Settings), or words alone. */
const Leadership = ({ name, role, paragraphs, picture }: Shown['leader']) => (
  <Section labelledBy="people-heading" ground="sand">
    <div
      className={`grid items-center gap-x-16 gap-y-8 ${picture ? 'md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]' : ''}`}
    >
      {picture && (
        <figure>
          <div className="aspect-4/5 overflow-hidden rounded-card">
            <Picture
              picture={picture}
              sizes={
                picture.width > picture.height
                  ? '(width >= 48rem) 54rem, 150vw'
                  : '(width >= 48rem) 33rem, 90vw'
              }
              className="size-full"
            />
          </div>
          <figcaption className="mt-4">
            <Leader name={name} role={role} />
          </figcaption>
        </figure>
      )}
      <div>
        <h2 id="people-heading" className="type-h2">
          The people who answer
        </h2>
        {paragraphs.map((paragraph, at) => (
          <p key={paragraph} className={at === 0 ? 'type-lead mt-4' : 'mt-4 max-w-[60ch] text-ink-soft'}>
            {paragraph}
          </p>
        ))}
        {!picture && (
          <p className="mt-6">
            <Leader name={name} role={role} />
          </p>
        )}
      </div>
    </div>
  </Section>
)

const Leader = ({ name, role }: Pick<Shown['leader'], 'name' | 'role'>) => (
  <>
    <span className="type-h3 block">{name}</span>
    <span className="text-ink-soft">{role}</span>
  </>
)
