import { getFormProps, useForm } from '@conform-to/react'
import { Form, useNavigation, useSearchParams } from '@remix-run/react'
import type { ReactNode } from 'react'
import { showDay, showDays } from '#app/platform/days'
import { namesOf } from '#app/platform/typed/fields'
import { DETAIL_PARTS } from '#app/travelers/detail-fields'
import { Button, buttonLook } from '#app/ui/button'
import { Link } from '#app/ui/link'
import { ArrivedNotice, Notice } from '#app/ui/notice'
import { NarrowPage, Panel } from '#app/ui/panel'
import type { DetailsAnswer, DetailsPage } from './answer-details.server'
import { type DetailFieldset, DetailsPart, PassportEndsTooSoon } from './details-parts'

/** The second of two who write at once sees what the first one saved, and loses nothing. */
const SavedByOther = ({ differences }: { differences: string[] }) => (
  <ArrivedNotice tone="wait" role="alert" title="Someone else saved these details while you were writing">
    <p>What you wrote is still below, not saved. Where it differs, this is saved now:</p>
    <ul className="mt-1.5 list-disc pl-5">
      {differences.map((difference) => (
        <li key={difference} dir="auto">
          {difference}
        </li>
      ))}
    </ul>
    <p className="mt-1.5">Change yours to match, or save again to put yours in its place.</p>
  </ArrivedNotice>
)

/** Asks before it erases: by `?erase` in the page's address, so that it needs no scripts. */
function EraseDetails({ here, isAsked = false }: { here: string; isAsked?: boolean }) {
  const busy = useNavigation().formData?.get('intent') === 'erase'
  return (
    <Panel as="section" id="erase" title={isAsked ? 'Erase all of it?' : 'Erase these details'}>
      <p className="mt-2 text-sm">
        {isAsked
          ? 'Passport, food and health, emergency contact and flights are erased at once, and cannot be recovered. The place on the journey stays.'
          : 'You can erase everything on this page at once. The place on the journey stays, but we’ll ask again before the departure.'}
      </p>
      {isAsked ? (
        <Form method="post" action={here} className="mt-5 flex flex-wrap gap-3.5">
          <Button tone="danger" name="intent" value="erase" busy={busy} busyLabel="Erasing...">
            Erase everything
          </Button>
          <Link to={here} preventScrollReset className={buttonLook('outline')}>
            Keep it
          </Link>
        </Form>
      ) : (
        <p className="mt-5">
          <Link to={`${here}?erase`} className={buttonLook('danger')}>
            Erase these details
          </Link>
        </p>
      )}
    </Panel>
  )
}

type Props = {
  page: DetailsPage
  /** The page's own address. */
  here: string
  /** Anyone who reads it writes of themselves. */
  isOwn: boolean
  answer: DetailsAnswer | undefined
}

/** Saved in as many parts as someone likes: no field is required. */
function DetailsForm({ page, here, isOwn, answer }: Props) {
  const answered = answer?.form === 'details' ? answer : undefined
  const busy = useNavigation().formData?.get('intent') === 'save'
  const [form, fields] = useForm<DetailFieldset>({
    // Saved details are a new form: its fields begin with what is saved now.
    id: `details-${page.version}`,
    lastResult: answered?.submission,
    defaultValue: { ...page.details, name: page.name },
  })
  const parts = { page, form, fields, isOwn }
  return (
    <Form method="post" action={here} {...getFormProps(form)} key={form.id} className="grid gap-6">
      <input type="hidden" name="version" value={answered?.savedSince?.version ?? page.version} />
      {answered?.savedSince && <SavedByOther differences={answered.savedSince.differences} />}
      {namesOf(DETAIL_PARTS).map((part) => (
        <DetailsPart key={part} part={part} {...parts} />
      ))}
      {form.errors?.[0] && <Notice tone="danger" role="alert" title={form.errors[0]} />}
      <p>
        <Button name="intent" value="save" busy={busy} busyLabel="Saving...">
          Save the details
        </Button>
      </p>
    </Form>
  )
}

/** `before` and `after`: what stands above the form, and below it. */
type DetailsScreenProps = Props & { before?: ReactNode; after?: ReactNode }

/** A traveler's details: how far they have come, the form, and how they are erased. */
export function DetailsScreen({ page, here, isOwn, answer, before, after }: DetailsScreenProps) {
  const [query] = useSearchParams()
  const { tour } = page
  return (
    <NarrowPage
      title={isOwn ? 'Your travel details' : `Travel details: ${page.called}`}
      lead={`${tour.name}, ${showDays(tour.startsOn, tour.endsOn)}`}
    >
      <div className="grid gap-6">
        {page.running && (
          <Notice tone={page.isDepartureCanceled ? 'wait' : 'info'} title={page.running}>
            {page.isDepartureCanceled &&
              'Please book no flights for these dates. There is nothing you need to fill in: the lead traveler has our email about what comes next.'}
          </Notice>
        )}
        {before}
        {!page.isDepartureCanceled && <Standing page={page} isOwn={isOwn} />}
        {page.hasAnswers && query.has('erase') && <EraseDetails here={here} isAsked />}
        {!page.isOver && !page.isDepartureCanceled && (
          <DetailsForm page={page} here={here} isOwn={isOwn} answer={answer} />
        )}
        {after}
        {page.hasAnswers && !query.has('erase') && <EraseDetails here={here} />}
      </div>
    </NarrowPage>
  )
}

function Standing({ page, isOwn }: { page: DetailsPage; isOwn: boolean }) {
  if (page.isOver)
    return (
      <Notice tone="info" title="The journey is over">
        {page.hasAnswers
          ? `Nothing more is needed. What you told us is erased on ${showDay(page.erasedOn)}, or now, if you wish.`
          : 'Nothing more is needed, and no details are stored.'}
      </Notice>
    )
  if (page.passportEndsTooSoon) return <PassportEndsTooSoon page={page} missing={page.missing} />
  return page.missing.length === 0 ? (
    <Notice tone="success" title="Everything is here">
      Thank you. You can change it until the journey ends; {`we’ll erase it on ${showDay(page.erasedOn)}.`}
    </Notice>
  ) : (
    <Notice tone="info" title={`${isOwn ? 'Your details' : `Details of ${page.called}`}: ${page.answered}`}>
      Fill in what you know and save; the rest can follow. It is for our staff and the guide, and{' '}
      {`all of it will be erased on ${showDay(page.erasedOn)}.`}
    </Notice>
  )
}
