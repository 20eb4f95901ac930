import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { REFUSED_EACH_TIME } from '#app/money/books/refund-reasons'
import {
  answerForRefund,
  dropRefund,
  refundToDecide,
  tryRefundAgain,
} from '#app/money/changes/refund-orders.server'
import { businessTime, now } from '#app/platform/clock.server'
import { cents, showCents } from '#app/platform/money'
import { readForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { NotSent, revalidateAfterError, stayOnFailure, useLastActionData } from '#app/ui/admin/admin-form'
import { AdminLink, IntentButton } from '#app/ui/admin/admin-parts'
import { RouteDialog } from '#app/ui/admin/route-dialog'
import { Notice } from '#app/ui/notice'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { done, nothingChanged, notStoppedWords } from './booking-command.server'
import { WHY_NOT } from './refusal-words'

const refundIn = (params: { reference?: string; id?: string }) => ({
  reference: params.reference ?? '',
  id: Number(params.id),
})

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'change money')
  const toDecide = refundToDecide(refundIn(params))
  if (!toDecide) throw redirect(`/admin/bookings/${params.reference}`)
  const { booking, order, found } = toDecide
  return {
    reference: booking.reference,
    amountCents: order.amountCents,
    stripeIntentId: order.stripeIntentId,
    lastError: order.lastError,
    loweredPrice: toDecide.changeCents < 0,
    found: found && {
      refundId: found.refundId,
      amountCents: found.openCents,
      madeAt: businessTime(found.madeAt),
    },
  }
}

export const shouldRevalidate = revalidateAfterError

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change money')
  const form = await readForm(request, ['intent', 'refundId'])
  const intent = form.get('intent')
  const which = refundIn(params)
  try {
    switch (intent) {
      case 'again':
        return answerTo(which.reference, await tryRefundAgain(which, staff, now))
      case 'drop':
        return answerTo(which.reference, await dropRefund(which, staff, now))
      case 'it-was':
      case 'another': {
        const answer = { refundId: String(form.get('refundId')), wasIt: intent === 'it-was' }
        const outcome = await answerForRefund(which, answer, staff, now)
        return answerTo(which.reference, outcome === 'answered' ? intent : outcome)
      }
      default:
        return refuse('Please choose what happens.', 400)
    }
  } catch (error) {
    return refuse(notStoppedWords(error), 502)
  }
}

const refuse = (refused: string, status: number) => data({ refused }, { status })

const NOT_STUCK = nothingChanged('This refund was made, dropped or answered in the meantime.')

const ANSWERS = {
  'being-paid': { refused: WHY_NOT['being-paid'] },
  refused: {
    refused: 'Stripe refused it again. Nothing was changed: look at the payment in Stripe, or drop it.',
  },
  held: {
    refused:
      'A refund was found in Stripe’s dashboard that may be this one. Nothing was sent: please answer below first.',
  },
  'not-stuck': NOT_STUCK,
  'not-asked': NOT_STUCK,
  owed: {
    toast: {
      tone: 'info' as const,
      title: 'Stripe cannot be reached',
      description: 'The refund will be retried automatically.',
    },
  },
  made: done('Refund made', 'The money goes back the way it was paid.'),
  dropped: done('Refund dropped', 'The money counts as paid again, and we’ll email the traveler.'),
  'it-was': done('Refund recognized', 'It is not sent a second time.'),
  another: done(
    'Recorded as another refund',
    'The refund that was ordered still goes out, and we’ll email the traveler about the other one.',
  ),
}

/** Refused in the dialog, or done with it. */
function answerTo(reference: string, outcome: keyof typeof ANSWERS) {
  const answer = ANSWERS[outcome]
  return 'refused' in answer
    ? refuse(answer.refused, 409)
    : redirectWithToast(`/admin/bookings/${reference}`, answer.toast)
}

const FAILED: Record<string, string> = {
  drop: 'Failed to drop the refund',
  again: 'Failed to try the refund again',
}

export const clientAction = stayOnFailure((sent) => ({
  title: FAILED[String(sent.get('intent'))] ?? 'Failed to send the answer',
}))

export default function StuckRefundPage() {
  const loaded = useLoaderData<typeof loader>()
  const refused = useLastActionData<typeof action>()?.refused
  const closeTo = `/admin/bookings/${loaded.reference}`
  const amount = showCents(loaded.amountCents)
  const { found } = loaded
  const busy = useNavigation().formData?.get('intent')
  return (
    <RouteDialog
      title={found ? `Was it the refund of ${amount}?` : `A refund of ${amount} could not be made`}
      closeTo={closeTo}
    >
      {found ? <FoundRefund {...loaded} found={found} /> : <RefusedRefund {...loaded} />}
      {refused && <Notice tone="danger" role="alert" title={refused} className="mt-4" />}
      <NotSent className="mt-4" />
      <Form method="post" preventScrollReset className="mt-5 flex flex-wrap justify-end gap-2.5">
        {found && <input type="hidden" name="refundId" value={found.refundId} />}
        <AdminLink to={closeTo} preventScrollReset>
          Back
        </AdminLink>
        {found ? (
          <>
            <IntentButton intent="it-was" busy={busy} busyLabel="Recording it..." tone="main">
              Yes, it was this one
            </IntentButton>
            <IntentButton intent="another" busy={busy} busyLabel="Recording it..." tone="danger">
              {`No, send ${amount} as well`}
            </IntentButton>
          </>
        ) : (
          <>
            <IntentButton intent="again" busy={busy} busyLabel="Asking Stripe..." tone="main">
              Try again
            </IntentButton>
            <IntentButton intent="drop" busy={busy} busyLabel="Dropping..." tone="danger">
              Drop it
            </IntentButton>
          </>
        )}
      </Form>
    </RouteDialog>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

const RefusedRefund = ({ lastError, stripeIntentId, loweredPrice }: Loaded) => (
  <div className="grid gap-3 text-sm">
    <p>
      {lastError ? `${REFUSED_EACH_TIME} and said: ${lastError}. ` : `${REFUSED_EACH_TIME}. `}
      The payment is <span className="[overflow-wrap:anywhere]">{stripeIntentId}</span> in Stripe’s dashboard.
    </p>
    <p>
      <strong>Try again</strong> when the cause is gone, such as too low a balance at Stripe.
    </p>
    <p>
      <strong>Drop it</strong> when the money went back in another way, or does not go back at all.{' '}
      {loweredPrice && 'The price, which was lowered by it, goes up again. '}
      The traveler is told that it will not come this way. This cannot be undone.
    </p>
  </div>
)

function FoundRefund({ amountCents, found }: Loaded & { found: NonNullable<Loaded['found']> }) {
  const restCents = cents(amountCents - found.amountCents)
  const overCents = cents(found.amountCents - amountCents)
  return (
    <div className="grid gap-3 text-sm">
      <p>
        {showCents(found.amountCents)} of the same payment was given back in Stripe’s dashboard on{' '}
        {found.madeAt}: <span className="[overflow-wrap:anywhere]">{found.refundId}</span>. Until you answer,
        nothing more is sent.
      </p>
      <p>
        <strong>Yes, it was this one:</strong>{' '}
        {restCents > 0
          ? `a part of it is done, and ${showCents(restCents)} is still to be refunded.`
          : 'it is done, and is not sent a second time.'}
        {overCents > 0 &&
          ` The other ${showCents(overCents)} is goodwill, and the traveler is told about it.`}
      </p>
      <p>
        <strong>No:</strong> {showCents(found.amountCents)} is goodwill, and the traveler is told about it.
        The {showCents(amountCents)} is refunded as well.
      </p>
    </div>
  )
}
