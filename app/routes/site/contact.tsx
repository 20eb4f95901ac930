import type { ActionFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { painted } from '#app/content/painted.server'
import { siteSettings } from '#app/content/site-settings.server'
import { BeadBand } from '#app/ui/bead-band'
import { pageHead } from '#app/ui/page-head'
import { Panel } from '#app/ui/panel'
import { Picture } from '#app/ui/picture'
import type { PictureFiles } from '#app/ui/picture-files'
import { Section } from '#app/ui/section'
import { SummaryList } from '#app/ui/summary-list'
import { TextLink } from '#app/ui/text-link'
import { answerContactForm } from './answer-forms.server'
import { InquiryForm } from './inquiry-form'
import { keepFormOnFailure } from './keep-form-on-failure'

export function loader() {
  const { contactEmail, contactPhone } = siteSettings()
  return { contactEmail, contactPhone, picture: painted('story-rift') }
}

export const action = ({ request }: ActionFunctionArgs) => answerContactForm(request)

export const clientAction = keepFormOnFailure

export const meta: MetaFunction = ({ matches }) =>
  pageHead({
    matches,
    title: 'Contact',
    description: 'Tell us when you would like to go to Kenya or Tanzania. A person replies within 24 hours.',
    path: '/contact',
  })

const REASONS = [
  {
    title: 'One guide, the whole way',
    text: 'The person who meets you at the airport is the person at your last campfire.',
  },
  {
    title: 'Two countries, known well',
    text: 'Kenya and Tanzania. We send you nowhere that we have not slept ourselves.',
  },
  {
    title: 'Small groups',
    text: 'Everyone has a window, everyone has a name, and nobody waits for a bus.',
  },
  {
    title: 'Plain prices',
    text: 'What is included is written down before you pay, and so is what is not.',
  },
]

export default function ContactPage() {
  const { contactEmail, contactPhone, picture } = useLoaderData<typeof loader>()
  return (
    <>
      <Section labelledBy="contact-heading" className="pt-12! md:pt-18!">
        <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[1fr_38rem]">
          <div>
            <h1 id="contact-heading" className="type-hero max-w-[7em]">
              Tell us when you would like to go
            </h1>
            <p className="type-lead mt-6 text-ink-soft">
              Write a line or call. A date, a place you have dreamed of, who is coming: whatever you know
              already is enough to begin. A person replies within 24 hours.
            </p>
            <Reach email={contactEmail} phone={contactPhone} />
          </div>
          <Panel as="section">
            <h2 id="inquiry" className="type-h3 mb-6">
              Send an inquiry
            </h2>
            <InquiryForm action="/contact" labelledBy="inquiry" />
          </Panel>
        </div>
      </Section>
      <BeadBand />
      <Leadership picture={picture} />
      <Section labelledBy="reasons-heading">
        <h2 id="reasons-heading" className="type-h2">
          Why travel with us
        </h2>
        <dl className="mt-10 grid gap-x-10 gap-y-9 sm:grid-cols-2 lg:grid-cols-4">
          {REASONS.map(({ title, text }) => (
            <div key={title} className="border-umber border-t pt-5">
              <dt className="type-h3">{title}</dt>
              <dd className="mt-2.5 text-ink-soft">{text}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </>
  )
}

const Reach = ({ email, phone }: { email: string; phone: string }) => (
  <SummaryList
    className="mt-8 border-line border-t"
    rows={[
      { label: 'Email', value: <TextLink to={`mailto:${email}`}>{email}</TextLink> },
      {
        label: 'Phone',
        value: <TextLink to={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</TextLink>,
      },
      { label: 'Hours', value: 'Monday to Friday, 9 a.m. to 6 p.m. Central' },
    ]}
  />
)

const Leadership = ({ picture }: { picture: PictureFiles }) => (
  <Section labelledBy="people-heading" ground="sand">
    <div className="grid items-center gap-x-14 gap-y-8 md:grid-cols-2">
      <div className="aspect-4/3 overflow-hidden rounded-card">
        <Picture
          picture={picture}
          sizes="(width >= 48rem) 55rem, 80vw"
          position="74% 50%"
          className="size-full"
        />
      </div>
      <div>
        <h2 id="people-heading" className="type-h2">
          The people who answer
        </h2>
        <p className="type-lead mt-4">
          Savanna Soul is led by guides. The couple who began it grew up within sight of the Ngong Hills,
          drove their first guests through Amboseli in a borrowed Land Rover more than twenty years ago, and
          still read every inquiry that comes in here.
        </p>
        <p className="mt-4 max-w-[60ch] text-ink-soft">
          Those who plan your journey have driven it, slept along it and know the families who will set your
          table. Ask for whoever knows the place you have in mind: you will speak with them, not with a desk.
        </p>
      </div>
    </div>
  </Section>
)
