import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { siteSettings } from '#app/content/site-settings.server'
import { BeadBand } from '#app/ui/bead-band'
import { ButtonLink } from '#app/ui/button-link'
import { Mark } from '#app/ui/mark'
import { pageHead } from '#app/ui/page-head'
import { Panel } from '#app/ui/panel'
import { Section } from '#app/ui/section'
import { SummaryList } from '#app/ui/summary-list'
import { TextLink } from '#app/ui/text-link'

export function loader() {
  const { contactEmail, contactPhone } = siteSettings()
  return { contactEmail, contactPhone }
}

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
  const { contactEmail, contactPhone } = useLoaderData<typeof loader>()
  return (
    <>
      <Section labelledBy="contact-heading" className="pt-12! md:pt-18!">
        <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[1.2fr_1fr]">
          <div>
            <h1 id="contact-heading" className="type-hero max-w-[12ch]">
              Tell us when you would like to go
            </h1>
            <p className="type-lead mt-6 text-ink-soft">
              Write a line or call. A date, a place you have dreamed of, who is coming: whatever you know
              already is enough to begin. A person replies within 24 hours.
            </p>
          </div>
          <Reach email={contactEmail} phone={contactPhone} />
        </div>
      </Section>
      <BeadBand />
      <Section labelledBy="people-heading" ground="sand">
        <div className="grid items-center gap-x-14 gap-y-8 md:grid-cols-[auto_1fr]">
          <Mark className="size-36 md:size-48" />
          <div>
            <h2 id="people-heading" className="type-h2">
              The people who answer
            </h2>
            <p className="type-lead mt-4">
              Savanna Soul is led by guides. Those who plan your journey have driven it, slept along it and
              know the families who will set your table. Ask for whoever knows the place you have in mind: you
              will speak with them, not with a desk.
            </p>
          </div>
        </div>
      </Section>
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
  <Panel>
    <h2 className="type-h3">Reach us</h2>
    <SummaryList
      className="mt-3 mb-6"
      rows={[
        { label: 'Email', value: <TextLink to={`mailto:${email}`}>{email}</TextLink> },
        {
          label: 'Phone',
          value: <TextLink to={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</TextLink>,
        },
        { label: 'Hours', value: 'Monday to Friday, 9 a.m. to 6 p.m. Central' },
      ]}
    />
    <ButtonLink to={`mailto:${email}`} className="w-full">
      Write to us
    </ButtonLink>
  </Panel>
)
