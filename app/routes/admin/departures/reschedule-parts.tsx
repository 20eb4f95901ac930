import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { Form, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { REASON_AT_MOST } from '#app/money/changes/money-forms'
import type { Sheet } from '#app/money/changes/schedule/change-schedule.server'
import { BY_METHOD } from '#app/platform/ledger-words'
import { showCents } from '#app/platform/money'
import { counted } from '#app/platform/words'
import { filledIn } from '#app/ui/admin/admin-fields'
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
import { LetterPreview, ReaderField } from '#app/ui/admin/letters'
import { Badge } from '#app/ui/badge'
import { TextAreaField } from '#app/ui/field'
import { Link } from '#app/ui/link'
import { ArrivedNotice } from '#app/ui/notice'
import type { LeadLetter, reschedulingView } from './departure-decisions.server'

type FrameProps = {
  /** The form's id. */
  form: string
  /** After what in the letter the words go. */
  hint: string
  /** The letter is null where no one gets one. */
  view: Awaited<ReturnType<typeof reschedulingView>> & { letter: LeadLetter | null }
  page: string
  tone: AdminButtonTone
  /** The button's first word: 'Cancel'. */
  does: string
  busyLabel: string
  /** What happens when the button is pressed, in sentences. */
  follows: (string | false)[]
  children?: ReactNode
}

/** Cancels or postpones a departure: the sheet of its bookings, what follows, and words to its guests. */
export function Rescheduling(props: FrameProps) {
  const { hint, view, page, tone, does, busyLabel, follows, children } = props
  const answer = useLastActionData<SubmissionResult<string[]> & { letter?: LeadLetter | null }>()
  const letter = answer?.letter ?? view.letter
  const [form, { words }] = useForm<{ words: string }>({ id: props.form, lastResult: useLastResult(answer) })
  const { formAction, formData } = useNavigation()
  const isShowing = formData?.get('intent') === 'preview'
  const busy = formAction === page && !isShowing
  const refused = form.errors?.[0] ?? form.allErrors.quoted?.[0] ?? form.allErrors.formKey?.[0]
  return (
    <>
      {refused && <ArrivedNotice tone="danger" role="alert" title={refused} className="mb-5" />}
      <SheetTable sheet={view.sheet} />
      <AdminPanel title="What happens then" className="mt-5 p-5">
        <ul className="grid max-w-prose list-disc gap-1.5 pl-5 text-sm">
          {[...follows, letterToWatchers(view.watching)].map((line) => line && <li key={line}>{line}</li>)}
        </ul>
        <Form
          method="post"
          action={page}
          preventScrollReset
          {...getFormProps(form)}
          className="mt-5 grid gap-5"
        >
          <input type="hidden" name="quoted" value={view.quoted} />
          <input type="hidden" name="formKey" value={view.formKey} />
          {children}
          <TextAreaField
            {...filledIn(words)}
            label="Why, in your words"
            hint={hint}
            rows={4}
            required
            maxLength={REASON_AT_MOST}
          />
          {letter && (
            <section id="letter" aria-labelledby="letter-heading" className="scroll-mt-24">
              <h3 id="letter-heading" className="mb-3 font-semibold">
                The email to each lead traveler
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
              label={buttonWords(does, view.sheet.rows.length)}
              busyLabel={busyLabel}
            />
            <AdminLink to={`/admin/departures/${view.id}`}>Not now</AdminLink>
          </div>
        </Form>
      </AdminPanel>
    </>
  )
}

const buttonWords = (does: string, letters: number): string =>
  letters === 0 ? `${does} the departure` : `${does} it and send ${counted(letters, 'email')}`

const letterToWatchers = (watching: number): string | false =>
  watching > 0 &&
  `${counted(watching, 'person', 'people')} who asked about this departure ${watching === 1 ? 'gets' : 'get'} an email.`

const WAITS_FOR = {
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
        <StatCard
          label="Back through Stripe"
          value={showCents(toCardsCents)}
          note="To cards and bank accounts"
        />
        <StatCard label="Back by hand" value={showCents(byHandCents)} note="By you, with a check or a wire" />
        <StatCard label="Held seats" value={holds} note="Bookings that are not paid yet" />
      </StatCards>
      {rows.length === 0 ? (
        <EmptyState title="No one has booked this departure" />
      ) : (
        <AdminTable
          caption="All bookings of this departure"
          columns={['Booking', 'Travelers', numbers('Through Stripe'), numbers('By hand')]}
        >
          {rows.map((row) => (
            <AdminRow key={row.reference}>
              <th scope="row">
                <Link to={`/admin/bookings/${row.reference}`} className="underline underline-offset-4">
                  {row.reference}
                </Link>
                <bdi className="ml-3 inline-block font-normal">{row.customerName}</bdi>
                {row.waits && <Badge tone="wait">{WAITS_FOR[row.waits]}</Badge>}
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

const whyByHand = ({ paidBy }: Sheet['rows'][number]): string =>
  paidBy.length > 0
    ? `Paid ${paidBy.map((method) => BY_METHOD[method]).join(' and ')}`
    : 'A refund failed or was dropped'

type Props = {
  letter: LeadLetter
  /** What the button posts, and where to. Without it, the form is sent by GET. */
  button?: { name: string; value: string; formAction: string }
  busy: boolean
}

/** The letter before it is sent; part of a form whose button renders it for another lead traveler. */
export const LeadLetterPreview = ({ letter, button, busy }: Props) => (
  <div>
    <div className="mb-3 flex flex-wrap items-end gap-2.5">
      <ReaderField readers={letter.readers} chosen={letter.as} />
      <button type="submit" {...button} aria-busy={busy} className={adminButton('plain', 'min-h-12.5')}>
        Show the email
      </button>
    </div>
    <LetterPreview from={letter.from} {...letter.preview} />
  </div>
)
