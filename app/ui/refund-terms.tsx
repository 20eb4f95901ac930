import { Fragment } from 'react'
import type { RefundStep, RefundTermsText } from '#app/tours/refund-policy'
import { TextLink } from './link'

type Props = {
  refund: Pick<RefundTermsText, 'dates' | 'notes' | 'accepted' | 'pages'>
  /** In place of the dates, with what stands above them. */
  bar?: { title: string; steps: readonly RefundStep[] }
  className?: string
}

/** The refund terms whole, with what they mean in days: where someone agrees or is confirmed (rules 4.1). */
export const RefundTerms = ({
  refund: { dates, notes, accepted, pages },
  bar,
  className = 'mt-4 border-t border-line pt-4 text-sm text-ink-soft',
}: Props) => (
  <div className={`grid gap-2 ${className}`}>
    {bar && (
      <div className="mb-2 text-ink">
        <p className="font-semibold">{bar.title}</p>
        <RefundBar steps={bar.steps} />
      </div>
    )}
    {dates.map((line, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a traveler who joined may have the same days, and none is moved
      <p key={index} className="font-medium text-ink">
        {line}
      </p>
    ))}
    {[...notes, ...accepted].map((line) => (
      <p key={line}>{line}</p>
    ))}
    {pages.length > 0 && (
      // In a page of its own, so that nothing typed here is lost.
      <p>
        Our{' '}
        {pages.map(({ label, to }, index) => (
          <Fragment key={to}>
            {index > 0 && ' and '}
            <TextLink to={to} target="_blank">
              {label}
            </TextLink>
          </Fragment>
        ))}{' '}
        apply as well.
      </p>
    )}
  </div>
)

type InShortProps = { refund: RefundTermsText; title?: string; className?: string }

/** The terms as a bar of dated steps; what was agreed opens below it, whole. */
export const RefundSteps = ({ refund, title = 'If you cancel', className = '' }: InShortProps) => (
  <div className={className}>
    {refund.steps.length > 0 && (
      <>
        <p className="font-semibold text-sm">{title}</p>
        <RefundBar steps={refund.steps} />
      </>
    )}
    {refund.besides.map((line) => (
      <p key={line} className="mt-2 text-sm">
        {line}
      </p>
    ))}
    <details className="mt-2 text-sm">
      <summary className="fold w-fit py-1 underline underline-offset-3">Details</summary>
      <RefundTerms refund={refund} className="mt-2 text-ink-soft text-xs" />
    </details>
  </div>
)

const LOOK: Record<RefundStep['state'], string> = {
  over: 'border-line text-ink-soft',
  now: 'border-umber',
  ahead: 'border-line',
}

const RefundBar = ({ steps }: { steps: readonly RefundStep[] }) => (
  <div className="@container mt-2">
    <ol className="grid gap-x-2 gap-y-3 @xs:auto-cols-fr @xs:grid-flow-col">
      {steps.map(({ when, back, state }) => (
        <li
          key={when}
          aria-current={state === 'now' ? 'step' : undefined}
          className={`flex flex-col border-t-3 pt-2 text-xs ${LOOK[state]}`}
        >
          <span className="grow text-ink-soft">{when}</span>
          <span className={state === 'over' ? 'line-through' : 'font-semibold'}>{back}</span>
        </li>
      ))}
    </ol>
  </div>
)
