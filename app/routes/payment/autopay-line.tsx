import { showDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { TextLink } from '#app/ui/link'
import type { AutopayFacts } from '#app/views/autopay.server'

/** That installments are charged by themselves, to which card, and where that is stopped. */
export function AutopayLine({
  autopay,
  className = '',
}: {
  autopay: AutopayFacts | null
  className?: string
}) {
  const next = autopay?.charges[0]
  if (!autopay || !next) return null
  return (
    <p className={`text-sm ${className}`}>
      The installments are charged to {autopay.card}: next {showCents(next.owedCents)} on{' '}
      {showDay(next.dueOn)}.{' '}
      <TextLink to={autopay.path} className="inline-block py-1">
        {autopay.isBank ? 'Stop or use a card' : 'Stop or use another card'}
      </TextLink>
    </p>
  )
}
