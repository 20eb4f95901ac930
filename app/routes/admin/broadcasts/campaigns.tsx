import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { subscriberTotals } from '#app/people/subscribers.server'
import { businessTime, now } from '#app/platform/clock.server'
import { requestedPage } from '#app/platform/lists/page-cursor'
import { counted } from '#app/platform/words'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { SUBSCRIBERS_A_FILE } from '#app/staff/exports'
import { campaignList } from '#app/travelers/campaign-progress.server'
import {
  AdminHeading,
  AdminLink,
  AdminRow,
  AdminTable,
  adminHead,
  EmptyState,
  ExportLink,
  numbers,
  OnPhone,
} from '#app/ui/admin/admin-parts'
import { Pager } from '#app/ui/admin/list-controls'
import { Link, TextLink } from '#app/ui/link'
import { broadcastFacts } from './broadcast-page.server'
import { BroadcastState } from './broadcast-progress'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see newsletter')
  const { campaigns, cursors } = campaignList(requestedPage(new URL(request.url).searchParams))
  return {
    cursors,
    subscribers: subscriberTotals().confirmed,
    campaigns: campaigns.map((campaign) => {
      const facts = broadcastFacts(campaign, null, now())
      const { recipients, sent, failed, unsubscribed } = campaign
      const at = facts.began ?? (facts.state === 'scheduled' ? `Leaves ${facts.leaves}` : null)
      return {
        ...{ facts, recipients, sent, failed, unsubscribed },
        at: at ?? businessTime(campaign.createdAt),
      }
    }),
  }
}

export const meta = () => adminHead('Campaigns')

const FIGURES = [
  ['Recipients', 'recipients'],
  ['Sent', 'sent'],
  ['Failed', 'failed'],
  ['Unsubscribed', 'unsubscribed'],
] as const
const COLUMNS = [
  'Subject',
  { label: 'State', className: 'row-end' },
  'Created or sent',
  ...FIGURES.map(([label]) => numbers(label)),
]

export default function CampaignsPage() {
  const { campaigns, cursors, subscribers } = useLoaderData<typeof loader>()
  return (
    <>
      <AdminHeading
        title="Campaigns"
        lead={
          <>
            {counted(subscribers, 'confirmed subscriber')} on the newsletter list.{' '}
            <TextLink to="/admin/subscribers">All subscribers</TextLink>
          </>
        }
      >
        <AdminLink to="/admin/subscribers/add">ADD SUBSCRIBERS</AdminLink>
        <ExportLink of="subscribers" />
        <AdminLink to="/admin/campaigns/new" tone="main">
          CREATE CAMPAIGN
        </AdminLink>
      </AdminHeading>
      {campaigns.length === 0 ? (
        <EmptyState title="No campaigns yet">
          Letters to your subscribers will appear here, with how many were sent.
        </EmptyState>
      ) : (
        <AdminTable caption="Campaigns" brief columns={COLUMNS}>
          {campaigns.map((campaign) => (
            <CampaignRow key={campaign.facts.id} campaign={campaign} />
          ))}
        </AdminTable>
      )}
      <Pager cursors={cursors} label="Pages of campaigns" shown={campaigns.length} />
      {subscribers > SUBSCRIBERS_A_FILE && (
        <p className="admin-no-print mt-5 text-admin-soft text-xs">
          A file holds at most {SUBSCRIBERS_A_FILE.toLocaleString('en-US')} subscribers, the newest first.
        </p>
      )}
    </>
  )
}

type Row = Awaited<ReturnType<typeof loader>>['campaigns'][number]

/** A phone has no figure that is none, nor how many are written to once each of them was. */
const isNews = (campaign: Row, name: (typeof FIGURES)[number][1]) =>
  campaign.facts.began !== null &&
  campaign[name] > 0 &&
  !(name === 'recipients' && campaign.recipients === campaign.sent)

const CampaignRow = ({ campaign }: { campaign: Row }) => (
  <AdminRow>
    <th scope="row" className="max-w-md break-words sm:min-w-40" dir="auto">
      <Link
        to={`/admin/campaigns/${campaign.facts.id}`}
        className="font-medium text-umber underline underline-offset-4"
      >
        {campaign.facts.subject}
      </Link>
    </th>
    <td>
      <BroadcastState facts={campaign.facts} />
    </td>
    <td className="sm:whitespace-nowrap">{campaign.at}</td>
    {FIGURES.map(([label, name]) => (
      <td key={label} className={isNews(campaign, name) ? '' : 'max-sm:hidden'}>
        {campaign.facts.began ? campaign[name].toLocaleString('en-US') : '–'}
        <OnPhone> {name}</OnPhone>
      </td>
    ))}
  </AdminRow>
)
