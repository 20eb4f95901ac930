import { Form, useNavigation } from '@remix-run/react'
import { showCents } from '#app/platform/money'
import { NAME_AT_MOST } from '#app/platform/typed/fields'
import { Badge, type BadgeTone } from '#app/ui/badge'
import { Button } from '#app/ui/button'
import { SelectField, TextField } from '#app/ui/field'
import { VisuallyHidden } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { Panel } from '#app/ui/panel'
import type { PayerLinkAnswer, PayerLinksView } from './somebody-else.server'

type Props = {
  /** The page that it stands on. */
  here: string
  payerLinks: PayerLinksView
  /** Whose shares can be chosen, where there are several. */
  shares?: { whose: string; words: string }[]
  answer: PayerLinkAnswer | undefined
}

/** Somebody else pays: a form that makes a link for them, and those that were made. */
export const SomebodyElse = ({ here, payerLinks, shares = [], answer }: Props) => (
  <Panel as="section" id="somebody-else" className="scroll-mt-24">
    <details open={payerLinks.links.length > 0 || answer !== undefined}>
      <summary className="fold justify-between p-6 sm:px-8">
        <h2 className="type-h3">Somebody else pays</h2>
      </summary>
      <div className="px-6 pb-6 sm:px-8 sm:pb-8">
        {payerLinks.mostCents > 0 && (
          <>
            <p className="text-sm">
              A friend or relative can pay for you, all of it or a part. We make a link with the amount; you
              send it to them. They see the journey, your first name and the amount, nothing else of your
              booking. If we ever have to return it, the money goes back to their card.
            </p>
            {answer?.refused && (
              <Notice
                tone="danger"
                role="alert"
                title={answer.refused}
                className="mt-4"
                autoFocus
                tabIndex={-1}
              />
            )}
            <NewLink
              key={`${payerLinks.links.length} ${JSON.stringify(answer ?? null)}`}
              {...{ here, payerLinks, shares, answer }}
            />
          </>
        )}
        {payerLinks.links.length > 0 && (
          <>
            <h3 className="mt-7 font-semibold">Links that were made</h3>
            <ul className="mt-2">
              {payerLinks.links.map((link) => (
                <MadeLink key={link.id} here={here} link={link} />
              ))}
            </ul>
          </>
        )}
      </div>
    </details>
  </Panel>
)

function NewLink({ here, payerLinks: { mostCents }, shares = [], answer }: Props) {
  const busy = useNavigation().formData?.get('command') === 'link-somebody'
  const { payerName, amount } = answer?.errors ?? {}
  return (
    <Form method="post" action={here} className="mt-5 grid gap-4 sm:grid-cols-2" preventScrollReset>
      {shares.length > 1 && (
        <SelectField
          name="whose"
          label="For"
          defaultValue={answer?.whose || shares[0]?.whose}
          className="sm:col-span-2"
        >
          {shares.map(({ whose, words }) => (
            <option key={whose} value={whose}>
              {words}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        name="payerName"
        label="Who pays"
        hint="As you call them, such as Aunt Rose. Their page and receipt say so."
        required
        maxLength={NAME_AT_MOST}
        autoComplete="off"
        dir="auto"
        defaultValue={answer?.payerName}
        errors={payerName ?? undefined}
        autoFocus={Boolean(payerName)}
      />
      <TextField
        name="amount"
        label="Amount in dollars"
        hint={shares.length > 1 ? 'Up to what is left of it.' : `Up to ${showCents(mostCents)}.`}
        required
        inputMode="decimal"
        autoComplete="off"
        defaultValue={answer?.amount}
        errors={amount ?? undefined}
        autoFocus={Boolean(amount) && !payerName}
      />
      <p className="sm:col-span-2">
        <Button
          tone="outline"
          name="command"
          value="link-somebody"
          busy={busy}
          busyLabel="Making the link..."
        >
          Make a link
        </Button>
      </p>
    </Form>
  )
}

type Made = PayerLinksView['links'][number]

const STATES: Record<Made['state'], { words: string; tone: BadgeTone }> = {
  open: { words: 'Not paid yet', tone: 'wait' },
  paid: { words: 'Paid', tone: 'success' },
  withdrawn: { words: 'Withdrawn', tone: 'quiet' },
  'not-needed': { words: 'No longer needed', tone: 'quiet' },
}

function MadeLink({
  here,
  link: { id, payerName, amountCents, share, state, address },
}: {
  here: string
  link: Made
}) {
  const { words, tone } = STATES[state]
  return (
    <li className="border-line border-t py-4 first:border-t-0">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="min-w-0 break-words font-medium">
          <bdi>{payerName}</bdi>, {showCents(amountCents)}
          {share && (
            <>
              {' '}
              for <bdi>{share}</bdi>
            </>
          )}
        </span>
        <Badge tone={tone}>{words}</Badge>
      </p>
      {address && (
        <>
          <TextField
            label={`The link for ${payerName}`}
            name={`link-${id}`}
            readOnly
            value={address}
            hint="Copy it and send it to them."
            onFocus={(event) => event.currentTarget.select()}
            className="mt-3 print:hidden"
          />
          <Withdraw here={here} id={id} payerName={payerName} />
        </>
      )}
    </li>
  )
}

/** Asked once more, also without scripts. */
function Withdraw({ here, id, payerName }: { here: string; id: number; payerName: string }) {
  const busy = useNavigation().formData?.get('linkId') === String(id)
  return (
    <details className="mt-2 text-sm print:hidden">
      <summary className="fold w-fit py-1 underline underline-offset-3">
        Withdraw the link
        <VisuallyHidden>
          {' '}
          for <bdi>{payerName}</bdi>
        </VisuallyHidden>
      </summary>
      <Form method="post" action={here} className="mt-2 grid gap-3" preventScrollReset>
        <input type="hidden" name="linkId" value={id} />
        <p>Then nothing can be paid by it anymore. You can make another one at any time.</p>
        <p>
          <Button tone="outline" name="command" value="withdraw-link" busy={busy} busyLabel="Withdrawing...">
            Withdraw it
          </Button>
        </p>
      </Form>
    </details>
  )
}
