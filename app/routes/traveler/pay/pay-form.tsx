import { useNavigate, useRevalidator } from '@remix-run/react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { dueWords, isOverdue } from '#app/bookings/installments/due'
import { HOW_LONG } from '#app/bookings/on-its-way'
import { bankDiscountOf, lessWords, tooMuchWords } from '#app/money/changes/paying/bank-words'
import type { LaterPaymentForm } from '#app/money/changes/paying/later-payment.server'
import { NOT_CHARGED } from '#app/money/changes/paying/refusal-words'
import { type Cents, cents, isChargeable, showCents } from '#app/platform/money'
import { readDollars } from '#app/platform/typed/amounts'
import { capitalized } from '#app/platform/typed/fields'
import { AutopayTick } from '#app/routes/payment/autopay-tick'
import {
  CardFields,
  goesToStripe,
  PayButton,
  requestIntent,
  SetupFailed,
  useCardCharge,
  useCardFields,
} from '#app/routes/payment/card-fields'
import { useAutopay } from '#app/routes/payment/use-autopay'
import { ChoiceCards } from '#app/ui/choice-cards'
import { TextField } from '#app/ui/field'
import { TextLink } from '#app/ui/link'
import type { PaysFrom } from '#db/values'
import type { PayAnswer, PayFormPage } from './pay-page.server'

type Pays = z.input<typeof LaterPaymentForm>['pays']

type LaterPayment = ReturnType<typeof useLaterPayment>

/** The states of paying what is due by card on our own page, and the command itself. */
export function useLaterPayment(page: PayFormPage, isPayable: boolean) {
  const { token, whose, origin, due, stripe } = page
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const fields = useCardFields(isPayable ? stripe : null)
  const [paysFrom, setPaysFrom] = useState<PaysFrom>('card')
  const { phase, refusal, charge } = useCardCharge(fields, TRY_ANOTHER[paysFrom])

  async function pay(pays: Pays, partAmount?: string, autopay = {}): Promise<void> {
    const wish = {
      pays,
      partAmount,
      ...(whose !== null && { whose }),
      paysFrom,
      bankPercent: page.bank.percent,
      ...autopay,
      nextCents: due.next?.owedCents ?? 0,
      remainingCents: due.remainingCents,
    }
    const paid = await charge(() => requestIntent(`/pay/${token}/intent`, JSON.stringify(wish)), {
      return_url: `${origin}/pay/${token}`,
    })
    if ('paidIntent' in paid) {
      navigate(`/pay/${token}?payment_intent=${paid.paidIntent}&redirect_status=succeeded`)
    } else if (paid.refused?.isStale) {
      revalidate()
    }
  }

  return { phase, fields, refusal, paysFrom, setPaysFrom, pay }
}

const TRY_ANOTHER: Record<PaysFrom, string> = {
  card: `${NOT_CHARGED.card} Please try again, or use another card.`,
  'bank-account': `${NOT_CHARGED['bank-account']} Please try again, use another account, or pay by card.`,
}

/** Who pays may be another than the traveler: Stripe asks for what it needs of the card's owner. */
const ANY_CARD = { wallets: { applePay: 'never' as const, googlePay: 'never' as const } }

type Props = {
  page: PayFormPage
  /** What was chosen in a form that was refused: without scripts the page is made again. */
  typed?: Omit<PayAnswer, 'refused'>
  payment: LaterPayment
  notice: ReactNode
}

/** The next installment or all that remains: by card here, without scripts on Stripe's hosted page. */
export function PayForm({ page, typed, payment, notice }: Props) {
  const { whose, here, due } = page
  const first = page.part ? 'part' : isDueTogether(page) ? 'balance' : 'next'
  const [chosen, setChosen] = useState<Pays>(typed?.pays ?? first)
  const [part, setPart] = useState(typed?.partAmount ?? page.part?.typed ?? '')
  const form = useRef<HTMLFormElement>(null)
  const { setPaysFrom } = payment
  const { bank } = page
  const isSplit = due.next !== null && due.next.owedCents < due.remainingCents
  const hasChoice = isSplit || page.part !== null || typed?.pays === 'part'
  const pays = hasChoice ? chosen : due.next === null ? 'balance' : 'next'
  const dueCents = amountOf(pays, page, part)
  const fromBankCents = fromBank(dueCents, bank.percent)
  const chargedCents = payment.paysFrom === 'card' ? dueCents : fromBankCents
  const autopay = useAutopay(page.canAgreeTo, page.travelerEmail, form, typed)
  /** Of later installments the same card or account is charged: only what pays the next one now. */
  const mayKeep = pays === 'next' && (payment.paysFrom === 'card' || bank.mayAgree)

  useEffect(() => {
    // What was chosen before scripts ran, or what the browser put back after a reload.
    const found = form.current && new FormData(form.current)
    const pays = found?.get('pays')
    if (pays === 'next' || pays === 'balance' || pays === 'part') setChosen(pays)
    setPart((before) => String(found?.get('partAmount') ?? before))
    if (found?.get('paysFrom') === 'bank-account') setPaysFrom('bank-account')
  }, [setPaysFrom])

  function submit(event: FormEvent) {
    if (goesToStripe(payment.phase)) return
    event.preventDefault()
    void payment.pay(pays, pays === 'part' ? part : undefined, mayKeep ? autopay.sent : {})
  }

  return (
    <form ref={form} method="post" action={here} onSubmit={submit} className="group/pay grid gap-8">
      {whose !== null && <input type="hidden" name="whose" value={whose} />}
      <input type="hidden" name="nextCents" value={due.next?.owedCents ?? 0} />
      <input type="hidden" name="remainingCents" value={due.remainingCents} />
      <input type="hidden" name="bankPercent" value={bank.percent} />
      {hasChoice ? (
        <Choice page={page} chosen={chosen} onChange={setChosen} part={part} onPart={setPart} />
      ) : (
        <>
          <input type="hidden" name="pays" value={pays} />
          <p className="type-lead">
            {due.next
              ? `${due.next.name}, ${dueWordsOf(page)}`
              : page.by === 'somebody'
                ? 'Amount'
                : 'Balance due'}
            : <strong className="font-semibold tabular-nums">{showCents(dueCents)}</strong>
          </p>
        </>
      )}
      {!page.part && !page.isHeld && page.by !== 'somebody' && typed?.pays !== 'part' && (
        <p className="-mt-4 text-sm">
          <TextLink
            to={`${here}${whose === null ? '?' : '&'}amount=`}
            reloadDocument
            className="inline-block py-1"
          >
            Pay another amount
          </TextLink>
        </p>
      )}
      {bank.why === null && (
        <PaysFromChoice
          page={page}
          dueCents={dueCents}
          isOpen={hasChoice && payment.phase === 'off'}
          chosen={payment.phase === 'off' ? (typed?.paysFrom ?? payment.paysFrom) : payment.paysFrom}
          onChange={setPaysFrom}
        />
      )}
      <section aria-labelledby="card-heading">
        <h2 id="card-heading" className={bank.why === null ? 'sr-only' : 'type-h3 mb-4'}>
          {payment.paysFrom === 'card' ? 'Card' : 'Bank account'}
        </h2>
        <CardPlace payment={payment} dueCents={chargedCents} isKept={mayKeep && autopay.isTicked} />
        {bank.words && <p className="mt-4 text-sm text-ink-soft">{bank.words}</p>}
      </section>
      {page.canAgreeTo && (mayKeep || payment.phase === 'off') && (
        <div className={bank.mayAgree ? '' : 'group-has-[[value=bank-account]:checked]/pay:hidden'}>
          <AutopayTick
            plan={page.canAgreeTo}
            wish={autopay}
            isOwn={page.by === 'traveler'}
            byBank={bank.mayAgree}
            className={hasChoice ? 'hidden group-has-[[value=next]:checked]/pay:block' : ''}
          />
        </div>
      )}
      {notice}
      <PayButton
        phase={payment.phase}
        dueCents={payment.phase === 'off' ? dueCents : chargedCents}
        {...{ hasChoice, fromBankCents }}
      />
    </form>
  )
}

const fromBank = (dueCents: Cents, percent: number): Cents =>
  cents(dueCents - bankDiscountOf(dueCents, percent))

/** What is chosen comes to: of a part that is no amount yet, what is due next. */
function amountOf(pays: Pays, { due: { next, remainingCents } }: PayFormPage, part: string): Cents {
  const typed = pays === 'part' ? readDollars(part) : null
  if (typed !== null && isChargeable(typed)) return typed
  return pays !== 'balance' && next ? next.owedCents : remainingCents
}

type ChoiceProps = {
  page: PayFormPage
  chosen: Pays
  onChange: (pays: Pays) => void
  part: string
  onPart: (typed: string) => void
}

function Choice({ page, chosen, onChange, part, onPart }: ChoiceProps) {
  const { next, remainingCents } = page.due
  if (!next) return null
  const isWhole = next.owedCents === remainingCents
  const together = isDueTogether(page) && !isWhole
  const open = page.schedule.filter(({ owedCents }) => owedCents > 0)
  const nextOnly = {
    value: 'next' as const,
    title: together ? `Only the ${next.name.toLowerCase()}` : next.name,
    price: showCents(next.owedCents),
    detail: together
      ? isOneDay(page)
        ? `The rest ${isLate(page) ? 'was' : 'is'} due on the same day.`
        : `${capitalized(dueWordsOf(page))}. The rest is overdue as well.`
      : capitalized(dueWordsOf(page)),
  }
  const everything = {
    value: 'balance' as const,
    title: together ? nameOfAll(open) : page.isShare ? 'All that is left' : 'The whole balance',
    price: showCents(remainingCents),
    detail: !together
      ? 'Nothing more to pay later.'
      : isOneDay(page)
        ? capitalized(dueWordsOf(page))
        : 'All that is overdue.',
  }
  const another = {
    value: 'part' as const,
    title: 'Another amount',
    detail: `Up to ${showCents(remainingCents)}. It counts toward what is due first.`,
    asks: (
      <TextField
        label="Amount in dollars"
        name="partAmount"
        inputMode="decimal"
        autoComplete="off"
        value={part}
        onChange={(event) => onPart(event.currentTarget.value)}
        className="max-w-60"
      />
    ),
  }
  const planned = isWhole ? [nextOnly] : together ? [everything, nextOnly] : [nextOnly, everything]
  return (
    <ChoiceCards
      legend="What would you like to pay?"
      name="pays"
      value={chosen}
      onChange={onChange}
      options={page.part || chosen === 'part' ? [...planned, another] : planned}
    />
  )
}

type PaysFromProps = {
  page: PayFormPage
  dueCents: Cents
  /** Without scripts: what is paid may be chosen anew. */
  isOpen: boolean
  chosen: PaysFrom
  onChange: (paysFrom: PaysFrom) => void
}

/** By card, or from a bank account; each says when the money is here, and the latter what it is less. */
function PaysFromChoice({ page, dueCents, isOpen, chosen, onChange }: PaysFromProps) {
  const { atMostCents, percent } = page.bank
  const isTooMuch = fromBank(dueCents, percent) > atMostCents
  return (
    <ChoiceCards
      legend="How would you like to pay?"
      name="paysFrom"
      value={chosen}
      onChange={onChange}
      options={[
        { value: 'card', title: 'Card', detail: 'Arrives at once.' },
        {
          value: 'bank-account',
          title: 'From a bank account',
          price: percent > 0 && <LessFromBank {...{ page, dueCents, isOpen }} />,
          detail: isTooMuch ? tooMuchWords(atMostCents) : ON_ITS_WAY_FOR_DAYS,
        },
      ]}
    />
  )
}

/** Without scripts the style sheet shows the one that belongs to what is chosen above. */
function LessFromBank({ page, dueCents, isOpen }: Omit<PaysFromProps, 'chosen' | 'onChange'>) {
  const { percent } = page.bank
  if (!isOpen) return lessWords(dueCents, percent)
  const words = {
    next: lessWords(amountOf('next', page, ''), percent),
    balance: lessWords(page.due.remainingCents, percent),
    part: `${percent}% less`,
  }
  return PAYS.map((one) => (
    <span key={one} className={ONLY_WITH[one]}>
      {words[one]}
    </span>
  ))
}

const PAYS = ['next', 'balance', 'part'] as const satisfies Pays[]
const ONLY_WITH: Record<Pays, string> = {
  next: 'hidden group-has-[[value=next]:checked]/pay:inline',
  balance: 'hidden group-has-[[value=balance]:checked]/pay:inline',
  part: 'hidden group-has-[[value=part]:checked]/pay:inline',
}

const ON_ITS_WAY_FOR_DAYS = `A US account, which you confirm with your bank. The money is on its way for ${HOW_LONG}; we don’t ask for it again in the meantime.`

/** Everything open is due on one day, as after a late booking: one line of the schedule. */
const isOneDay = ({ schedule }: PayFormPage): boolean =>
  schedule.filter(({ owedCents }) => owedCents > 0).length === 1

/** 'Both installments', as one line of the schedule calls them or as two of it are. */
const nameOfAll = (open: PayFormPage['schedule']): string =>
  open.length === 1 ? (open[0]?.label ?? '') : open.length === 2 ? 'Both installments' : 'All installments'

/** It is asked for at once then, and where all of it is overdue, as the letter asks for it. */
const isDueTogether = (page: PayFormPage): boolean =>
  isOneDay(page) ||
  page.schedule.every(({ owedCents, dueOn }) => owedCents === 0 || (dueOn !== null && dueOn < page.today))

type CardPlaceProps = { payment: LaterPayment; dueCents: Cents; isKept: boolean }

function CardPlace({ payment, dueCents, isKept }: CardPlaceProps) {
  if (payment.phase === 'off') {
    return (
      <p className="text-ink-soft">
        The next page is Stripe’s own: you’ll see the amount again and pay there.
      </p>
    )
  }
  if (payment.phase === 'setup-failed') return <SetupFailed />
  return (
    <CardFields
      fields={payment.fields}
      dueCents={dueCents}
      paysFrom={payment.paysFrom}
      isKept={isKept}
      isLoading={payment.phase === 'loading'}
      options={ANY_CARD}
    />
  )
}

const isLate = ({ due: { next }, today }: PayFormPage): boolean =>
  next !== null && !next.waits && isOverdue(next.dueOn, today)

const dueWordsOf = ({ due: { next }, today }: PayFormPage): string => (next ? dueWords(next, today) : '')
