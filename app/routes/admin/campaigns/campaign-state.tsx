import { Badge } from '#app/ui/badge'

const LOOKS = { draft: ['info', 'Draft'], sending: ['wait', 'Sending'], sent: ['success', 'Sent'] } as const

export type CampaignState = keyof typeof LOOKS

export function CampaignStateBadge({ state }: { state: CampaignState }) {
  const [tone, label] = LOOKS[state]
  return <Badge tone={tone}>{label}</Badge>
}
