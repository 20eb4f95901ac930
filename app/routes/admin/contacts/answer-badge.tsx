import { REPLY_HOURS } from '#app/reply-promise'
import { Badge } from '#app/ui/badge'

type Props = { isAnswered: boolean; isLate: boolean }

/** Whether somebody has an answer, and whether the promised hours have passed without one. */
export function AnswerBadge({ isAnswered, isLate }: Props) {
  if (isAnswered) return <Badge tone="success">Answered</Badge>
  return isLate ? (
    <Badge tone="failed">Waits over {REPLY_HOURS} hours</Badge>
  ) : (
    <Badge tone="wait">Unanswered</Badge>
  )
}
