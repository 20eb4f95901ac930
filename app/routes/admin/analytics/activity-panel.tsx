import { type Cents, showCents } from '#app/money'
import { Badge, type BadgeTone } from '#app/ui/badge'
import { DeskPanel } from '#app/ui/desk/desk-panel'

type Activity = {
  type: 'booking' | 'visitor' | 'other'
  description: string
  /** As people read it, and as programs do. */
  shownAt: string
  at: string
  valueCents: Cents | null
}

const TYPES: Record<Activity['type'], [BadgeTone, string]> = {
  booking: ['success', 'Booking'],
  visitor: ['info', 'Visitor'],
  other: ['wait', 'Other'],
}

export const ActivityPanel = ({ activity }: { activity: Activity[] }) => (
  <DeskPanel title="Recent activity">
    {activity.length === 0 ? (
      <p className="text-desk-soft text-sm">
        Bookings, visits and inquiries will appear here as they happen.
      </p>
    ) : (
      <ul className="-mt-1">
        {activity.map(({ type, description, shownAt, at, valueCents }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two page views of one instant are alike
            key={`${at} ${index}`}
            className="flex flex-wrap items-start gap-x-3 gap-y-1 border-desk-line border-t py-2.5 first:border-t-0"
          >
            <span className="w-18 flex-none">
              <Badge tone={TYPES[type][0]}>{TYPES[type][1]}</Badge>
            </span>
            <span className="wrap-anywhere min-w-0 flex-1 text-sm">
              {description}
              <time dateTime={at} className="block text-2xs text-desk-soft">
                {shownAt}
              </time>
            </span>
            {valueCents !== null && (
              <span className="font-medium text-sm tabular-nums">{showCents(valueCents)}</span>
            )}
          </li>
        ))}
      </ul>
    )}
  </DeskPanel>
)
