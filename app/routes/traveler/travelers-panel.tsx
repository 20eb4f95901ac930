import type { TravelerStanding } from '#app/travelers/details.server'
import { Badge } from '#app/ui/badge'
import { TextLink } from '#app/ui/link'
import { Panel } from '#app/ui/panel'

type Props = { token: string; travelers: TravelerStanding[] }

/** Who travels, and how far their details have come. */
export const TravelersPanel = ({ token, travelers }: Props) => (
  <Panel as="section" id="travelers">
    <h2 className="type-h3">Travelers</h2>
    <p className="mt-2 text-sm">
      Your guide, the lodges and the parks need to know a few things about everyone who is traveling. You can
      fill it in a little at a time.
    </p>
    <ul className="mt-3">
      {travelers.map((traveler) => (
        <li
          key={traveler.position}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-t py-3 first:border-t-0"
        >
          <div className="min-w-0">
            <p dir="auto" className="break-words font-medium">
              {traveler.called}
            </p>
            <p className="mt-1 flex flex-wrap gap-2">
              <Standing traveler={traveler} />
            </p>
          </div>
          <TextLink
            to={`/booking/${token}/travelers/${traveler.position}`}
            className="inline-block py-1 text-sm"
          >
            {traveler.missing.length > 0 ? 'Fill in the details of ' : 'See the details of '}
            <bdi>{traveler.called}</bdi>
          </TextLink>
        </li>
      ))}
    </ul>
  </Panel>
)

const Standing = ({ traveler: { missing, told, passportEndsTooSoon } }: { traveler: TravelerStanding }) => (
  <>
    {missing.length === 0 ? (
      <Badge tone="success">Complete</Badge>
    ) : (
      <Badge tone="quiet">Details: {told}</Badge>
    )}
    {passportEndsTooSoon && <Badge tone="failed">Passport ends too soon</Badge>}
  </>
)
