import { Form, useNavigation } from '@remix-run/react'
import { dueTogether } from '#app/bookings/installments/due'
import type { ChoicePage, PlaceView } from '#app/money/changes/schedule/choose.server'
import { showDay } from '#app/platform/days'
import { type Cents, cents, showCents } from '#app/platform/money'
import { BANK_DAYS } from '#app/tours/promises'
import { Button, ButtonLink } from '#app/ui/button'
import { ChoiceCards } from '#app/ui/choice-cards'
import { ArrivedNotice, Notice } from '#app/ui/notice'

/** Why nothing was chosen, and what was marked. */
export type ChoiceAnswer = { refused: string; choice: string }

type Shown = { choice: ChoicePage }

/** Nothing is chosen for them: what it means stands with each, and it works without scripts. */
export function Choose({ choice, answer }: Shown & { answer?: ChoiceAnswer }) {
  const busy = useNavigation().formData?.has('choice') ?? false
  return (
    <>
      <Why choice={choice} />
      <Form method="post" className="mt-8 grid gap-6" preventScrollReset>
        <input type="hidden" name="quoted" value={choice.quoted} />
        <ChoiceCards
          legend="What would you like?"
          name="choice"
          defaultValue={answer?.choice ?? ''}
          errors={answer && [answer.refused]}
          options={optionsOf(choice)}
          isStacked
        />
        {choice.kind === 'canceled' && choice.places.length === 0 && (
          <p className="text-sm">
            Right now you can’t move your booking to another departure here. If you’d like to move it, please
            call or write to us before you choose.
          </p>
        )}
        <p className="text-sm text-ink-soft">
          You can choose once. We’ll email you a confirmation right away.
        </p>
        <Button busy={busy} busyLabel="Sending..." className="w-full sm:w-fit">
          Confirm my choice
        </Button>
      </Form>
    </>
  )
}

/** On the booking's page: that there is something to choose, or that everything is about to come back. */
export function ChoiceNotice({ token, choice }: Shown & { token: string }) {
  if (choice.state === 'waits')
    return (
      <div className="mb-6">
        <ChoiceMade choice={choice} />
      </div>
    )
  if (choice.state !== 'open') return null
  const { kind, to, answerBy, refund } = choice
  return (
    <Notice
      tone="wait"
      className="mb-6"
      title={kind === 'canceled' ? 'We had to cancel this departure' : `The new dates are ${to}`}
      actions={<ButtonLink to={`/booking/${token}/choice`}>Choose now</ButtonLink>}
    >
      {kind === 'canceled'
        ? `By ${answerBy}, you can get back everything you paid, ${showCents(refund.refundCents)}, or move to another departure. If we do not hear from you, you get everything back.`
        : `If you cannot travel then, you can get back everything you paid, ${showCents(refund.refundCents)}, until ${answerBy}. If we do not hear from you, your booking stays.`}
    </Notice>
  )
}

const Why = ({ choice: { kind, words, from, to, answerBy } }: Shown) => (
  <Notice
    tone="wait"
    title={kind === 'canceled' ? 'We had to cancel this departure' : `The new dates are ${to}`}
  >
    <p className="whitespace-pre-line" dir="auto">
      {words}
    </p>
    <p className="mt-2">
      Please choose by {answerBy}.{' '}
      {kind === 'canceled'
        ? 'If we do not hear from you by then, we’ll refund everything you paid.'
        : `If we do not hear from you by then, your booking stays and you travel on the new dates instead of ${from}.`}
    </p>
  </Notice>
)

function optionsOf({ kind, refund, places, to }: ChoicePage) {
  const back = {
    value: 'refund',
    title: 'Get everything back',
    price: showCents(refund.refundCents),
    detail: `${whereTo(refund)} Your booking ends with that, and nothing more is due.`,
  }
  if (kind === 'canceled') return [back, ...places.map(placeOption)]
  const stays = {
    value: 'stays',
    title: 'Travel on the new dates',
    detail: `${to}. Your price and what you paid stay.`,
  }
  return [stays, back]
}

const placeOption = (place: PlaceView) => ({
  value: `move-${place.departureId}`,
  title: `Move to ${place.dates}`,
  price: showCents(place.totalCents),
  detail: (
    <>
      Your price stays as agreed{otherPrice(place)}. What you paid stays. {whatIsLeft(place)}
      {place.running && ` ${place.running}`}
    </>
  ),
})

function otherPrice({ totalCents, todayCents }: PlaceView): string {
  if (todayCents === null) return ''
  const differs = `${showCents(cents(Math.abs(todayCents - totalCents)))} ${todayCents > totalCents ? 'more' : 'less'}`
  return `; booked today it would cost ${showCents(todayCents)}, ${differs}`
}

function whatIsLeft({ remainingCents, installments }: PlaceView): string {
  if (remainingCents === 0) return 'Nothing more is due.'
  const parts = dueTogether(
    installments.map(({ owedCents, ...due }, index) => ({
      ...due,
      number: index + 1,
      amountCents: owedCents,
    })),
  ).map(({ amountCents, dueOn }) => `${showCents(amountCents)} by ${showDay(dueOn)}`)
  return `Balance due: ${parts.join(', ')}.`
}

function whereTo({ toCardsCents, byHandCents }: { toCardsCents: Cents; byHandCents: Cents }): string {
  if (byHandCents === 0) return `To your card: your bank will show it within ${BANK_DAYS}.`
  if (toCardsCents === 0) return 'The same way you paid it: we’ll write to you about it.'
  return `${showCents(toCardsCents)} to your card, within ${BANK_DAYS}, and ${showCents(byHandCents)} the same way you paid it: we’ll write to you about that.`
}

/** What became of it, and what happens next. `isNews`: they have just chosen, and hear of it. */
export function ChoiceMade({ choice, isNews = false }: Shown & { isNews?: boolean }) {
  const { state, isChosen, kind, to, answerBy } = choice
  const Made = isNews ? ArrivedNotice : Notice
  switch (state) {
    case 'moved':
      return (
        <Made tone="success" title={`Your booking is on ${to} now`}>
          We emailed you what is due and when. Your details moved with it.
        </Made>
      )
    case 'waits':
      return (
        <Made tone="wait" title="We’re refunding everything you paid">
          We are on it: as soon as it has left, we’ll email you. You don’t need to do anything.
        </Made>
      )
    case 'over':
      return (
        <Made tone="info" title="This booking is canceled">
          {kind === 'canceled' ? 'We had to cancel its departure. ' : ''}Your booking page shows your refund.
        </Made>
      )
    default:
      return (
        <Made tone="success" title={`You travel ${to}`}>
          {isChosen
            ? 'Thank you for telling us. Your booking stays as it is.'
            : `Your booking stays as it is. The last day to choose otherwise was ${answerBy}.`}{' '}
          If you cannot travel, please call or write to us.
        </Made>
      )
  }
}
