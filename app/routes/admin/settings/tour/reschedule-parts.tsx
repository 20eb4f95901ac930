import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { Form, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { REASON_AT_MOST } from '#app/money/money-forms'
import type { Sheet } from '#app/money/schedule/change-schedule.server'
import { showCents } from '#app/platform/money'
import { counted } from '#app/platform/words'
import { NotSent, useLastActionData, useLastResult } from '#app/ui/admin/admin-form'
import {
  type AdminButtonTone,
  AdminLink,
  AdminPanel,
  AdminRow,
  AdminTable,
  adminButton,
  EmptyState,
  numbers,
  StatCard,
  StatCards,
  SubmitButton,
} from '#app/ui/admin/admin-parts'
import { LetterPreview } from '#app/ui/admin/letters'
import { Badge } from '#app/ui/badge'
import { SelectField, TextAreaField } from '#app/ui/field'
import { Link } from '#app/ui/link'
import { ArrivedNotice } from '#app/ui/notice'
import type { LeadLetter, reschedulingView } from './departure-decisions.server'

type FrameProps = {
  /** The form's id. */
  form: string
  /** What the words follow in the letter. */
  hint: string
  /** With what leaves; null where nobody gets a letter. */
  shown: Awaited<ReturnType<typeof reschedulingView>> & { letter: LeadLetter | null }
  page: string
  tone: AdminButtonTone
  /** The button's first word: 'Cancel'. */
  does: string
  busyLabel: string
  /** What happens when the button is pressed, in sentences. */
  follows: (string | false)[]
  children?: ReactNode
}

/**
 * What happens to a departure as a whole: the sheet of its
 * bookings, what follows, and the words for its guests.
 */
export function Rescheduling(props: FrameProps) {
  const { hint, shown, page, tone, does, busyLabel, follows, children } = props
  const answer = useLastActionData<SubmissionResult<string[]> & { letter?: LeadLetter | null }>()
  const letter = answer?.letter ?? shown.letter
  const [form, { words }] = useForm<{ words: string }>({ id: props.form, lastResult: useLastResult(answer) })
  const { formAction, formData } = useNavigation()
  const isShowing = formData?.get('intent') === 'preview'
  const busy = formAction === page && !isShowing
  const refused = form.errors?.[0] ?? form.allErrors.quoted?.[0] ?? form.allErrors.formKey?.[0]
  return (
    <>
      {refused && <ArrivedNotice tone="danger" role="alert" title={refused} className="mb-5" />}
      <SheetTable sheet={shown.sheet} />
      <AdminPanel title="What happens then" className="mt-5 p-5">
        <ul className="grid max-w-prose list-disc gap-1.5 pl-5 text-sm">
          {[...follows, watchersHear(shown.watching)].map((line) => line && <li key={line}>{line}</li>)}
        </ul>
        <Form
          method="post"
          action={page}
          preventScrollReset
          {...getFormProps(form)}
          className="mt-5 grid gap-5"
        >
          <input type="hidden" name="quoted" value={shown.quoted} />
          <input type="hidden" name="formKey" value={shown.formKey} />
          {children}
          <TextAreaField
            id={words.id}
            name={words.name}
            label="Why, in your words"
            hint={hint}
            rows={4}
            required
            maxLength={REASON_AT_MOST}
            defaultValue={words.initialValue}
            errors={words.errors}
          />
          {letter && (
            <section id="letter" aria-labelledby="letter-heading" className="scroll-mt-24">
              <h3 id="letter-heading" className="mb-3 font-semibold">
                The letter to each lead traveler
              </h3>
              <LeadLetterPreview
                letter={letter}
                busy={isShowing}
                button={{ name: 'intent', value: 'preview', formAction: `${page}#letter` }}
              />
            </section>
          )}
          <NotSent />
          <div className="flex flex-wrap gap-2.5">
            <SubmitButton
              tone={tone}
              busy={busy}
              label={buttonWords(does, shown.sheet.rows.length)}
              busyLabel={busyLabel}
            />
            <AdminLink to={`/admin/settings/tour/${shown.id}`}>Not now</AdminLink>
          </div>
        </Form>
      </AdminPanel>
    </>
  )
}

const buttonWords = (does: string, letters: number): string =>
  letters === 0 ? `${does} the departure` : `${does} it and send ${counted(letters, 'letter')}`

const watchersHear = (watching: number): string | false =>
  watching > 0 &&
  `${watching === 1 ? '1 person' : `${watching} people`} who asked about this departure ${watching === 1 ? 'gets' : 'get'} a letter.`

const WAITS = {
  disputed: 'Waits: a payment is disputed',
  'being-refunded': 'A refund is on its way already',
}

/** All bookings of a departure, and what everything back comes to. */
function SheetTable({ sheet: { rows, toCardsCents, byHandCents, holds } }: { sheet: Sheet }) {
  const travelers = rows.reduce((sum, { travelers }) => sum + travelers, 0)
  return (
    <section aria-labelledby="sheet">
      <h2 id="sheet" className="mb-3 font-semibold text-control">
        If everyone wants everything back
      </h2>
      <StatCards>
        <StatCard label="Bookings" value={rows.length} note={`${travelers} travelers`} />
        <StatCard label="Back to cards" value={showCents(toCardsCents)} note="Through Stripe" />
        <StatCard label="Back by hand" value={showCents(byHandCents)} note="By you, with a check or a wire" />
        <StatCard label="Held seats" value={holds} note="Bookings that are not paid yet" />
      </StatCards>
      {rows.length === 0 ? (
        <EmptyState title="Nobody has booked this departure" />
      ) : (
        <AdminTable
          caption="All bookings of this departure"
          columns={['Booking', 'Travelers', numbers('To cards'), numbers('By hand')]}
        >
          {rows.map((row) => (
            <AdminRow key={row.reference}>
              <th scope="row">
                <Link to={`/admin/bookings/${row.reference}`} className="underline underline-offset-4">
                  {row.reference}
                </Link>
                <bdi className="block font-normal">{row.customerName}</bdi>
                {row.waits && <Badge tone="wait">{WAITS[row.waits]}</Badge>}
              </th>
              <td>{row.travelers}</td>
              <td className="tabular-nums">{showCents(row.toCardsCents)}</td>
              <td className="tabular-nums">
                {showCents(row.byHandCents)}
                {row.byHandCents > 0 && (
                  <span className="block text-admin-soft text-xs">{whyByHand(row)}</span>
                )}
              </td>
            </AdminRow>
          ))}
        </AdminTable>
      )}
    </section>
  )
}

const BY = { card: 'by card', cheque: 'by check', wire: 'by wire', other: 'otherwise' }

const whyByHand = ({ paidBy }: Sheet['rows'][number]): string =>
  paidBy.length > 0
    ? `Paid ${paidBy.map((method) => BY[method]).join(' and ')}`
    : 'A refund to the card failed or was dropped'

type Props = {
  letter: LeadLetter
  /** Of the button that shows it again: what it posts, and where to. Without, it is part of a form by GET. */
  button?: { name: string; value: string; formAction: string }
  busy: boolean
}

/** What leaves, before it leaves; part of a form whose button draws it for another lead traveler. */
export const LeadLetterPreview = ({ letter, button, busy }: Props) => (
  <div>
    <div className="mb-3 flex flex-wrap items-end gap-2.5">
      <SelectField
        label="As it reads for"
        name="as"
        key={letter.as}
        defaultValue={letter.as}
        className="min-w-0 flex-1 basis-60"
      >
        {letter.readers.map(({ reference, name }) => (
          <option key={reference} value={reference}>
            {name}, {reference}
          </option>
        ))}
      </SelectField>
      <button type="submit" {...button} aria-busy={busy} className={adminButton('plain', 'min-h-12.5')}>
        Show the letter
      </button>
    </div>
    <LetterPreview from={letter.from} {...letter.preview} />
  </div>
)
