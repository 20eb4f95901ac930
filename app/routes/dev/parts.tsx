import type { MetaFunction } from '@remix-run/react'
import { useState } from 'react'
import { CountedField, FileField, TickField } from '#app/ui/admin/admin-fields'
import { DepartureField } from '#app/ui/admin/list-controls'
import { PasswordField } from '#app/ui/admin/secret-fields'
import { Badge, InstallmentBadge } from '#app/ui/badge'
import { Button, ButtonLink, Skeleton, Spinner } from '#app/ui/button'
import { ChoiceCards } from '#app/ui/choice-cards'
import { DottedFacts } from '#app/ui/dotted-facts'
import { SelectField, TextAreaField, TextField } from '#app/ui/field'
import { HeldDataList } from '#app/ui/held-data'
import { ScrollLink } from '#app/ui/hero'
import { KindSign, Mark, Wordmark } from '#app/ui/icons'
import { MyBookingLine, TextLink, VisuallyHidden } from '#app/ui/link'
import { ArrivedNotice, Notice, TestModeStrip } from '#app/ui/notice'
import { PageHeading, Panel } from '#app/ui/panel'
import { RefundSteps } from '#app/ui/refund-terms'
import { ReviewPhotos } from '#app/ui/review-photos'
import { BeadBand, Reveal, Section, ShukaCheck } from '#app/ui/section'
import { Sound } from '#app/ui/sound'
import { SummaryList } from '#app/ui/summary-list'
import { TOAST_LOOK, ToastCard } from '#app/ui/toasts/toast-message'
import { AdminParts, Part, Row } from './admin-parts'

export const meta: MetaFunction = () => [{ title: 'The parts of the screen' }]

/** Every part of app/ui in each of its states, for its developers. Only `npm run dev` serves it. */
export default function PartsPage() {
  return (
    <main id="main" tabIndex={-1} className="bg-paper">
      <div className="wrap py-10">
        <h1 className="type-h2">
          The parts of the screen<VisuallyHidden>, each in its states</VisuallyHidden>
        </h1>
        <GuestParts />
        <FormParts />
        <AdminParts />
      </div>
    </main>
  )
}

const HERE = '/dev/parts'

/** What guests see. */
const GuestParts = () => (
  <>
    <h2 className="type-h3 mt-8 mb-4">For guests</h2>
    <Part name="Brand">
      <Row>
        <Mark />
        <Wordmark />
      </Row>
      <BeadBand />
      <ShukaCheck className="h-3 w-40" />
      <TestModeStrip />
    </Part>
    <Part name="Buttons">
      <Row>
        <Button>At rest</Button>
        <Button busy busyLabel="Sending...">
          Send
        </Button>
        <Button disabled>Not now</Button>
        <Button tone="outline">Outline</Button>
        <Button tone="danger">Danger</Button>
        <Button tone="bare">Bare</Button>
        <ButtonLink to={HERE}>A link</ButtonLink>
        <ButtonLink to={HERE} tone="outline">
          A second link
        </ButtonLink>
      </Row>
    </Part>
    <Part name="Money">
      <Row>
        <InstallmentBadge state="overdue" />
        <InstallmentBadge state="paid" when="Jun 1, 2025" />
      </Row>
      <RefundSteps
        refund={{
          steps: [
            { when: 'Until July 1', back: 'Everything back', state: 'over' },
            { when: 'Until September 15', back: 'All but the deposit', state: 'now' },
            { when: 'From September 16', back: 'No refund', state: 'ahead' },
          ],
          besides: ['What the steps leave out.'],
          dates: ['What comes back, in days.'],
          notes: ['How they count.'],
          accepted: ['The terms you accepted.'],
          pages: [],
        }}
      />
      <MyBookingLine />
    </Part>
    <Part name="Links and waiting">
      <Row>
        <TextLink to={HERE}>A link in a sentence</TextLink>
        <ScrollLink to="#main">To the top of the page</ScrollLink>
        <Spinner />
        <Skeleton className="h-10 w-40 rounded-field" />
      </Row>
    </Part>
    <Part name="Badges">
      <Row>
        <Badge tone="success">Paid in full</Badge>
        <Badge tone="wait">Held</Badge>
        <Badge tone="info">Sent</Badge>
        <Badge tone="failed">Overdue</Badge>
        <Badge tone="quiet">Upcoming</Badge>
        <KindSign kind="concert" /> concert
        <KindSign kind="safari" /> safari
        <KindSign kind="beach" /> beach
      </Row>
    </Part>
    <Part name="Notices">
      <Notice tone="info" title="Good to know">
        <p>With words and an action.</p>
      </Notice>
      <Notice tone="success" title="Done" />
      <Notice tone="wait" title="Not yet" actions={<Button tone="outline">Look again</Button>} />
      <Notice tone="danger" title="Something is wrong" />
      <ArrivedNotice tone="info" title="Takes focus as it arrives" />
    </Part>
    <Part name="Toasts">
      {(['success', 'failure', 'info'] as const).map((tone) => (
        <div key={tone} className={`${TOAST_LOOK} max-w-md`}>
          <ToastCard tone={tone}>
            <p className="font-semibold">Saved</p>
            <p>With a word of what it means.</p>
          </ToastCard>
        </div>
      ))}
    </Part>
    <Part name="Panels and lists">
      <Panel>
        <DottedFacts facts={['Oct 16 to Oct 27, 2025', '12 days', 'from $4,500']} />
        <SummaryList
          rows={[
            { label: 'Deposit', value: '$500' },
            { label: 'First installment', note: 'Due Aug 15, 2025', value: '$2,000' },
            { label: 'Due today', value: '$500', total: true },
          ]}
        />
      </Panel>
      <div>
        <HeldDataList
          held={[{ what: 'Your bookings', rows: [[{ label: 'Reference', value: 'TS-7K2M9Q' }]] }]}
          rowLook="rounded-lg border border-line"
        />
      </div>
      <Reveal>
        <p>Fades in when it is seen.</p>
      </Reveal>
    </Part>
    <Part name="Photographs of a review">
      <ReviewPhotos photos={[{ to: '/pictures/amboseli-elephants-400.jpg', width: 400, height: 267 }]} />
    </Part>
    <Part name="A sound">
      <Sound file="band.mp3" label="Hear 30 seconds of the band" />
    </Part>
    <Part name="Grounds">
      {(['paper', 'sand', 'dusk', 'night'] as const).map((ground) => (
        <Section key={ground} ground={ground}>
          <p>Words on {ground}.</p>
        </Section>
      ))}
    </Part>
    <Part name="The heading of a page">
      <div className="[&_h1]:hidden">
        <PageHeading title="Contact" lead="With a sentence below." />
      </div>
    </Part>
  </>
)

const WRONG = ['Please write at least two words']

/** What is typed and chosen. */
function FormParts() {
  const [plan, setPlan] = useState<'deposit' | 'full'>('deposit')
  return (
    <>
      <h2 className="type-h3 mt-8 mb-4">Forms</h2>
      <Part name="One line">
        <TextField label="Empty" name="empty" />
        <TextField label="With a hint" name="hinted" hint="As in your passport" optional />
        <TextField label="Refused" name="refused" defaultValue="Ann" errors={WRONG} />
        <TextField label="Not to be changed" name="disabled" defaultValue="TS-ABC123" disabled />
        <PasswordField label="A password" name="password" autoComplete="off" />
      </Part>
      <Part name="Several lines">
        <TextAreaField label="A message" name="message" rows={3} hint="At most 5,000 characters." />
        <TextAreaField label="A refused message" name="refused-message" rows={2} errors={WRONG} />
        <CountedField label="Counted" name="counted" atMost={20} defaultValue="Longer than it may be" />
      </Part>
      <Part name="Choices">
        <SelectField label="A room" name="room">
          <option>Double room</option>
          <option>Single room</option>
        </SelectField>
        <SelectField label="A refused choice" name="refused-room" errors={WRONG}>
          <option>Choose one</option>
        </SelectField>
        <DepartureField
          departures={[{ id: 1, dates: 'Oct 16 to Oct 27, 2025' }]}
          chosen={null}
          all="All departures"
        />
        <ChoiceCards
          legend="How to pay"
          name="plan"
          value={plan}
          onChange={setPlan}
          options={[
            { value: 'deposit', title: 'Pay the deposit', detail: 'Two installments follow', price: '$500' },
            { value: 'full', title: 'Pay in full', price: '$4,500' },
          ]}
        />
        <TickField id="tick" name="tick" label="Featured" hint="The home page shows it." defaultChecked />
        <FileField label="A photograph" name="photo" hint="JPEG, PNG or WebP" />
        <FileField label="A refused photograph" name="refused-photo" errors={WRONG} />
      </Part>
    </>
  )
}
