import { showDay } from '#app/days'
import type { DepartureState } from '#app/tour/departure-list.server'
import { Badge, type BadgeTone } from '#app/ui/badge'

const LOOKS: Record<DepartureState, { tone: BadgeTone; words: string }> = {
  draft: { tone: 'wait', words: 'Draft' },
  'on-sale': { tone: 'success', words: 'On sale' },
  opens: { tone: 'info', words: 'Opens later' },
  'sold-out': { tone: 'success', words: 'Sold out' },
  closed: { tone: 'failed', words: 'Closed' },
  'under-way': { tone: 'info', words: 'Under way' },
  past: { tone: 'info', words: 'Past' },
}

/** What a departure is just now. */
export const DepartureBadge = ({ state, opensOn }: { state: DepartureState; opensOn: string | null }) => (
  <Badge tone={LOOKS[state].tone}>
    {state === 'opens' && opensOn ? `Opens on ${showDay(opensOn)}` : LOOKS[state].words}
  </Badge>
)
