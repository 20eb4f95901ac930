import { type FormMetadata, getFormProps, useForm } from '@conform-to/react'
import { Form, useNavigation, useSearchParams } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { showDay, showDays } from '#app/platform/days'
import { NAME_AT_MOST, namesOf } from '#app/platform/typed/fields'
import {
  DETAIL_FIELDS,
  DETAIL_PARTS,
  DETAILS,
  type DetailField,
  inOneLine,
  isSealed,
  NAME_CHANGE_DAYS,
  PASSPORT_MONTHS,
  removalOf,
} from '#app/travelers/detail-fields'
import type { detailsForm } from '#app/travelers/details-form'
import { adminField, TickField } from '#app/ui/admin/admin-fields'
import { Button, buttonLook } from '#app/ui/button'
import { FieldOf, TextField } from '#app/ui/field'
import { Link, TextLink, VisuallyHidden } from '#app/ui/link'
import { ArrivedNotice, Notice } from '#app/ui/notice'
import { NarrowPage, Panel } from '#app/ui/panel'
import type { DetailsAnswer, DetailsPage } from './answer-details.server'

type Props = {
  page: DetailsPage
  /** The page's own address. */
  here: string
  /** Anyone who reads it writes of themselves: the browser may help. */
  isOwn: boolean
  answer: DetailsAnswer | undefined
}

/** `before` and `after`: what stands above the form, and below it. */
type ScreenProps = Props & { before?: ReactNode; after?: ReactNode }

/** A traveler's details: how far they have come, the form, and how they are erased. */
export function DetailsScreen({ before, after, ...props }: ScreenProps) {
  const [query] = useSearchParams()
  const { page, here, isOwn } = props
  const { tour } = page
  return (
    <NarrowPage
      title={isOwn ? 'Your travel details' : `Travel details: ${page.called}`}
      lead={
        <>
          {tour.name}, {showDays(tour.startsOn, tour.endsOn)}
          {page.running && !page.isDepartureCanceled && (
            <span className="mt-1.5 block text-base text-ink">{page.running}</span>
          )}
        </>
      }
    >
      <div className="grid gap-6">
        {page.running && page.isDepartureCanceled && (
          <Notice tone="wait" title={page.running}>
            Please book no flights for these dates. There is nothing you need to fill in: the lead traveler
            has our email about what comes next.
          </Notice>
        )}
        {before}
        {!page.isOver && !page.isDepartureCanceled && <ToSign page={page} here={here} />}
        {!page.isDepartureCanceled && <Standing page={page} isOwn={isOwn} />}
        {page.hasAnswers && query.has('erase') && <EraseDetails here={here} isAsked />}
        {!page.isOver && !page.isDepartureCanceled && <DetailsForm {...props} />}
        {after}
        {page.hasAnswers && !query.has('erase') && <EraseDetails here={here} />}
      </div>
    </NarrowPage>
  )
}

/** What is to be signed, and what was: nothing where the departure has no documents. */
function ToSign({ page: { toSign }, here }: Pick<Props, 'page' | 'here'>) {
  if (toSign.length === 0) return null
  return (
    <Panel as="section" id="sign" title={toSign.length === 1 ? 'A document to sign' : 'Documents to sign'}>
      <ul className="mt-2">
        {toSign.map(({ documentId, title, signBy, isSigned, signsInstead }) => (
          <li
            key={documentId}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-t py-3 first:border-t-0"
          >
            <div className="min-w-0">
              <p className="wrap-anywhere font-medium">{title}</p>
              <p className="mt-1 text-sm text-ink-soft">
                {isSigned ? 'Signed. Thank you.' : `Please sign by ${signBy}.`} {!isSigned && signsInstead}
              </p>
            </div>
            <TextLink to={`${here}/sign/${documentId}`} className="inline-block py-1 text-sm">
              {isSigned || signsInstead ? 'Read' : 'Read and sign'}
              <VisuallyHidden>: {title}</VisuallyHidden>
            </TextLink>
          </li>
        ))}
      </ul>
    </Panel>
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

type PassportProps = { page: DetailsPage; missing?: DetailsPage['missing'] }

/** Said beside the field, and above the form with what is missing besides. */
const PassportEndsTooSoon = ({ page, missing = [] }: PassportProps) => (
  <Notice tone="wait" title="This passport expires too soon">
    {`It must be valid until at least ${showDay(page.passportGoodUntil)}. Please renew it before the journey, and enter the new one here.`}
    {missing.length > 0 && ` Also still missing: ${inOneLine(missing)}.`}
  </Notice>
)

type DetailFieldset = z.input<ReturnType<typeof detailsForm>>

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

type Parts = Pick<Props, 'page' | 'isOwn'> & {
  form: FormMetadata<DetailFieldset, string[]>
  fields: ReturnType<FormMetadata<DetailFieldset, string[]>['getFieldset']>
}

const WIDE = 'sm:col-span-2'

/** A part of the form: its fields belong together, for those who cannot see it too. */
const DetailsPart = ({ part, ...parts }: Parts & { part: keyof typeof DETAIL_PARTS }) => (
  <Panel>
    <fieldset>
      <legend className="type-h3 mb-5">{DETAIL_PARTS[part]}</legend>
      <div className="grid gap-x-5 gap-y-4.5 sm:grid-cols-2">
        {part === 'passport' && <NameField {...parts} />}
        {DETAIL_FIELDS.filter((name) => DETAILS[name].part === part).map((name) => (
          <Detail key={name} {...parts} name={name} />
        ))}
        {part === 'passport' && parts.page.passportEndsTooSoon && (
          <div className={WIDE}>
            <PassportEndsTooSoon page={parts.page} />
          </div>
        )}
        {part === 'health' && !parts.page.canSeal && (
          <p className={`text-sm ${WIDE}`}>
            {`Passport number and medical notes cannot be stored here yet: please ${parts.page.ways}, and we’ll ask you for them.`}
          </p>
        )}
      </div>
    </fieldset>
  </Panel>
)

const NameField = ({ page, form, fields, isOwn }: Parts) =>
  page.fixed.name ? (
    <FixedName label="Name" name={page.name} ways={page.ways} />
  ) : (
    <TextField
      label="Name"
      {...adminField(form, fields.name)}
      maxLength={NAME_AT_MOST}
      autoComplete={isOwn ? 'name' : 'off'}
      dir="auto"
      hint="The name our guide uses, and the one on the room list."
      className={WIDE}
    />
  )

type DetailProps = Parts & { name: DetailField }

/** A field of the table, with why it is asked. What is sealed goes in, and never comes out again. */
function Detail(props: DetailProps) {
  const { name, page, form, fields, isOwn } = props
  const row = DETAILS[name]
  const { label, labelOfOther = label, autoComplete } = row
  if (name === 'passportName' && page.fixed.passportName)
    return <FixedName label={label} name={page.details.passportName ?? ''} ways={page.ways} />
  if (isSealed(name) && !page.canSeal) return null
  return (
    <div className={row.wide ? WIDE : ''}>
      <FieldOf
        field={row}
        {...adminField(form, fields[name])}
        label={isOwn ? label : labelOfOther}
        hint={hintOf(props, row.hint)}
        optional={!row.isAsked}
        autoComplete={isOwn || autoComplete === undefined ? autoComplete : 'off'}
        dir={row.kind === 'day' ? undefined : 'auto'}
        isStored={isSealed(name) ? page.isOnFile[name] : page.details[name] !== null}
      />
      {isSealed(name) && page.isOnFile[name] && (
        <TickField
          id={fields[removalOf(name)].id}
          name={removalOf(name)}
          defaultChecked={fields[removalOf(name)].initialValue !== undefined}
          label={`Remove the ${label.toLowerCase()} on file`}
          className="mt-3"
        />
      )}
    </div>
  )
}

function hintOf({ name, page }: DetailProps, hint: string | undefined) {
  if (name === 'passportEndsOn')
    return `Kenya and the airlines require a passport that is valid for ${PASSPORT_MONTHS} months after the return: until at least ${showDay(page.passportGoodUntil)}.`
  return isSealed(name) && page.isOnFile[name] ? `On file. Enter it again to replace it. ${hint}` : hint
}

type FixedNameProps = Pick<DetailsPage, 'name' | 'ways'> & { label: string }

/** A name that only staff change by now. */
const FixedName = ({ label, name, ways }: FixedNameProps) => (
  <div className={WIDE}>
    <p className="mb-2 font-semibold text-xs">{label}</p>
    <p dir="auto" className="break-words text-control">
      {name}
    </p>
    <p className="mt-1.5 text-ink-soft text-xs">
      {`From ${NAME_CHANGE_DAYS} days before the departure, we change names for you: ${ways}.`}
    </p>
  </div>
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
