import type { SkippedBecause } from '#app/tours/letter-form'
import { Badge, type BadgeTone } from '#app/ui/badge'
import type { LetterFacts } from './letter-page.server'

const LOOKS: Record<LetterFacts['state'], [BadgeTone, string]> = {
  draft: ['quiet', 'Draft'],
  scheduled: ['info', 'Scheduled'],
  sending: ['wait', 'Sending'],
  sent: ['success', 'Sent'],
  skipped: ['failed', 'Not sent'],
}

export const SKIPPED_WORDS: Record<SkippedBecause, string> = {
  'too-late': 'its time was over',
  nobody: 'it would have reached no one',
  'departure-canceled': 'the departure was canceled',
}

/** Where a letter stands, and whether it is urgent. */
export function LetterState({
  letter,
}: {
  letter: Pick<LetterFacts, 'state' | 'isUrgent' | 'skippedBecause' | 'missed'>
}) {
  const [tone, label] = LOOKS[letter.state]
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <Badge tone={tone}>
        {letter.skippedBecause ? `${label}: ${SKIPPED_WORDS[letter.skippedBecause]}` : label}
      </Badge>
      {letter.isUrgent && <Badge tone="failed">Urgent</Badge>}
      {letter.missed > 0 && <Badge tone="wait">{letter.missed} more would get it now</Badge>}
    </span>
  )
}
