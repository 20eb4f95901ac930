import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import type { z } from 'zod'
import type { Booking } from '#app/bookings/find-booking.server'
import { isPaid } from '#app/bookings/status'
import { acceptsNoPayments } from '#app/money/books/amounts-owed.server'
import { type BankMayTake, bankMayTake, refundsGoToForStaff } from '#app/money/books/ledger.server'
import { asShown, type Shown } from '#app/money/books/quote-digest.server'
import { now } from '#app/platform/clock.server'
import { readSubmission } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import type { Staff } from '#app/staff/sessions.server'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import {
  done as asDone,
  type MoneyAnswer,
  namedBooking,
  notOpened,
  notStoppedWords,
  typedInQuery,
} from '../booking-command.server'
import { WHY_NOT } from '../refusal-words'

/** Paid for, and nothing of it is all on its way back. */
export const isActive = (booking: Booking): boolean => isPaid(booking.status) && !acceptsNoPayments(booking)

/** What a dialog is opened for: a booking, which of its party or plan, and what the address says beside. */
export type Asked = { booking: Booking; which: string; query: URLSearchParams }

/** What is confirmed: as typed, of which booking, and which of its party or plan. */
type Wish<Schema extends z.ZodObject> = z.output<Schema> & { reference: string; which: string }

type Refusal = { refused: string }
type NotDone = { known: true } | Refusal
/** Nothing is done yet: what it comes to is shown. */
type Shows = { shows: object }
type Reason<Outcome> = Extract<Outcome, Refusal>['refused'] | 'known'
/** Words of a refusal, or all of the answer. */
type Said = string | MoneyAnswer
type Why<Outcome, Because, Schema extends z.ZodObject> =
  | Said
  | ((outcome: Extract<Outcome, { refused: Because }>, wish: Wish<Schema>) => Said)

/** What every command may be refused for; one may have words of its own for it. */
const COMMON = {
  ...WHY_NOT,
  known: { toast: { tone: 'info', title: 'Nothing was changed', description: 'This form was sent before.' } },
  'quote-changed':
    'The price or the plan has changed since this was opened. Nothing was changed: please look at the new amounts.',
} satisfies Record<string, Said>

type WhyNot<Outcome, Schema extends z.ZodObject> = {
  [Because in Exclude<Reason<Outcome>, keyof typeof COMMON>]: Why<Outcome, Because, Schema>
} & { [Because in Extract<Reason<Outcome>, keyof typeof COMMON>]?: Why<Outcome, Because, Schema> }

/** What is typed first, by GET: what it comes to is shown next. */
type Asks<Schema extends z.ZodObject> = {
  form: Schema
  /** The field that is sent once something was typed. */
  first: string
  /** What the fields have until then. */
  usually?: (asked: Asked) => Record<string, string>
  /** The field that a refusal is about, where it is about one. */
  fieldOf?: (refused: string) => string | undefined
}

type Entry<
  Schema extends z.ZodObject,
  Facts extends object,
  Quote extends object,
  Outcome,
  First extends z.ZodObject,
> = {
  form: Schema
  /** Whether the booking's page has its button, or a link to it. */
  offered: (booking: Booking) => boolean
  /** What its dialog says beside the quote; it does not open: false for no words about it, or why. */
  opens: (asked: Asked) => Facts | false | string
  asks?: Asks<First>
  /** What it comes to; null where nothing is shown. */
  quote: (asked: Asked, typed: z.output<First>) => Quote | Refusal | null
  change: (wish: Wish<Schema>, staff: Staff) => Outcome | Promise<Outcome>
  /** The title of what is said then, and the rest of it. */
  done: (outcome: Exclude<Outcome, NotDone | Shows>, wish: Wish<Schema>) => [string, string]
  whyNot: WhyNot<Outcome, Schema>
  /** The title where it does not open, if it has its own. */
  closed?: string
}

/** What the site does for a dialog that changes a booking. */
export const command = <
  Schema extends z.ZodObject,
  Facts extends object,
  Quote extends object,
  Outcome,
  First extends z.ZodObject = z.ZodObject,
>(
  entry: Entry<Schema, Facts, Quote, Outcome, First>,
) => entry

// biome-ignore lint/suspicious/noExplicitAny: each entry is checked where it is declared
export type Command = Entry<any, object, object, any, any>

/** What each screen has beside its own facts. */
export type Opened = {
  reference: string
  formKey: string
  /** As typed by GET, before it is shown what it comes to. */
  typed: Record<string, string>
  result: SubmissionResult<string[]> | null
  /** Back to what was typed. */
  back: string | null
  /** Where what Stripe gives back goes: 'the card or bank account'. */
  refundsGoTo: string
  /** What given back now would be lost twice, were the bank to take it. */
  bankMayTake: BankMayTake | null
}

type Quoted<Entry extends Pick<Command, 'quote'>> = Exclude<ReturnType<Entry['quote']>, Refusal | null>

/** What the screen of a command shows; null for a quote that is asked for first. */
export type Page<Entry extends Pick<Command, 'opens' | 'quote'>> = Opened &
  Exclude<ReturnType<Entry['opens']>, false | string> & { quote: Shown<Quoted<Entry>> }

/** The loader of every dialog that changes a booking. */
export async function openDialog({ request, params }: LoaderFunctionArgs, entry: Command, which: string) {
  await requireStaff(request, 'change money')
  const booking = namedBooking(params)
  const { pathname, searchParams: query } = new URL(request.url)
  const asked = { booking, which, query }
  const facts = entry.opens(asked)
  if (facts === false) throw redirect(pageOf(booking))
  if (typeof facts === 'string') throw await notOpened(booking, facts)
  const opened = {
    ...{ reference: booking.reference, formKey: crypto.randomUUID() },
    ...{ refundsGoTo: refundsGoToForStaff(booking.id), bankMayTake: bankMayTake(booking.id, now()) },
    ...facts,
  }
  if (entry.asks) return { ...opened, ...askedFirst(pathname, entry, entry.asks, asked) }
  const quote = entry.quote(asked, {})
  if (quote && 'refused' in quote) throw await notQuoted(booking, entry, quote as Refusal)
  return { ...opened, quote: quote && asShown(quote), typed: {}, result: null, back: null }
}

const pageOf = ({ reference }: Booking) => `/admin/bookings/${reference}`

/** Back to the booking's page, which says why. */
function notQuoted(booking: Booking, entry: Command, refusal: Refusal) {
  const said = saidOf(entry, refusal)
  if (typeof said !== 'string' && 'toast' in said) return redirectWithToast(pageOf(booking), said.toast)
  const description = wordsIn(said)
  return entry.closed
    ? redirectWithToast(pageOf(booking), { tone: 'info', title: entry.closed, description })
    : notOpened(booking, description)
}

function askedFirst(pathname: string, entry: Command, asks: Asks<z.ZodObject>, asked: Asked) {
  const { form, typed, isAgain } = typedInQuery(asked.query, asks.form)
  const isTyped = form.has(asks.first)
  const first = {
    typed: isTyped ? typed : (asks.usually?.(asked) ?? typed),
    ...{ result: null, quote: null, back: null },
  }
  if (!isTyped || isAgain) return first
  const submission = parseWithZod(form, { schema: asks.form })
  if (submission.status !== 'success') return { ...first, result: submission.reply() }
  const quote = entry.quote(asked, submission.value)
  if (quote && 'refused' in quote) {
    const refusal = quote as Refusal
    const [field, words] = [asks.fieldOf?.(refusal.refused), [wordsIn(saidOf(entry, refusal))]]
    const result = submission.reply(field ? { fieldErrors: { [field]: words } } : { formErrors: words })
    return { ...first, result }
  }
  const back = `${pathname}?${new URLSearchParams({ ...typed, again: '' })}`
  return { ...first, quote: quote && asShown(quote), back }
}

/**
 * The action of every dialog that changes a booking: who is asking, what they typed, one command, one
 * answer. Success goes back to the booking's page. Says so where Stripe, not answering, kept the command
 * from stopping an open payment.
 */
export async function carryOut({ request, params }: ActionFunctionArgs, entry: Command, which: string) {
  const staff = await requireStaff(request, 'change money')
  const submission = await readSubmission(request, entry.form as z.ZodObject)
  if (submission.status !== 'success')
    return data({ result: submission.reply(), quote: null }, { status: 400 })
  const { reference = '' } = params
  const answer = await answerTo(entry, { ...submission.value, reference, which }, staff).catch(
    (error): MoneyAnswer => ({ words: notStoppedWords(error), status: 502 }),
  )
  if ('toast' in answer) return redirectWithToast(`/admin/bookings/${reference}`, answer.toast)
  if ('shows' in answer)
    return data({ result: submission.reply(), quote: asShown(answer.shows) }, { status: 200 })
  const { words, field, quote, status = 409 } = answer
  const result = submission.reply(field ? { fieldErrors: { [field]: [words] } } : { formErrors: [words] })
  return data({ result, quote: quote ? asShown(quote) : null }, { status })
}

async function answerTo(entry: Command, wish: Wish<z.ZodObject>, staff: Staff): Promise<MoneyAnswer> {
  const outcome: NotDone | Shows | object = await entry.change(wish, staff)
  if ('shows' in outcome) return outcome
  if (!isNotDone(outcome)) return asDone(...entry.done(outcome, wish))
  const said = saidOf(entry, outcome, wish)
  if (typeof said !== 'string' && 'toast' in said) return said
  const quote = 'quote' in outcome ? { quote: outcome.quote as object } : {}
  const status = 'refused' in outcome && outcome.refused === 'not-found' ? 404 : 409
  return typeof said === 'string' ? { words: said, status, ...quote } : { ...quote, ...said }
}

const isNotDone = (outcome: object): outcome is NotDone => 'known' in outcome || 'refused' in outcome

type AnyWhy = Said | ((outcome: NotDone, wish: Wish<z.ZodObject> | undefined) => Said)

function saidOf({ whyNot }: Command, outcome: NotDone, wish?: Wish<z.ZodObject>): Said {
  const because = 'known' in outcome ? 'known' : outcome.refused
  const all: Record<string, AnyWhy> = { ...COMMON, ...whyNot }
  const why = all[because] ?? ''
  return typeof why === 'function' ? why(outcome, wish) : why
}

function wordsIn(said: Said): string {
  if (typeof said === 'string') return said
  return 'toast' in said ? (said.toast.description ?? '') : 'words' in said ? said.words : ''
}
