import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { campaignList } from '#app/people/campaigns.server'
import { subscriberTotals } from '#app/people/subscribers.server'
import { businessTime } from '#app/platform/clock.server'
import { requestedPage } from '#app/platform/lists/page-cursor'
import { counted } from '#app/platform/words'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { SUBSCRIBERS_A_FILE } from '#app/staff/exports'
import {
  AdminHeading,
  AdminLink,
  AdminRow,
  AdminTable,
  adminHead,
  EmptyState,
  ExportLink,
  numbers,
} from '#app/ui/admin/admin-parts'
import { Pager } from '#app/ui/admin/list-controls'
import { Link, TextLink } from '#app/ui/link'
import { CampaignStateBadge } from './campaign-progress'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see newsletter')
  const { campaigns, cursors } = campaignList(requestedPage(new URL(request.url).searchParams))
  return {
    cursors,
    subscribers: subscriberTotals().confirmed,
    campaigns: campaigns.map(({ createdAt, sendingAt, ...campaign }) => ({
      ...campaign,
      at: businessTime(sendingAt ?? createdAt),
    })),
  }
}

export const meta = () => adminHead('Campaigns')

const FIGURES = ['Recipients', 'Sent', 'Failed', 'Unsubscribed'].map(numbers)

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
        <AdminTable caption="Campaigns" columns={['Subject', 'State', 'Created or sent', ...FIGURES]}>
          {campaigns.map((campaign) => (
            <CampaignRow key={campaign.id} campaign={campaign} />
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

const CampaignRow = ({ campaign }: { campaign: Row }) => (
  <AdminRow>
    <th scope="row" className="max-w-md break-words sm:min-w-40" dir="auto">
      <Link
        to={`/admin/campaigns/${campaign.id}`}
        className="font-medium text-umber underline underline-offset-4"
      >
        {campaign.subject}
      </Link>
    </th>
    <td>
      <CampaignStateBadge state={campaign.state} />
    </td>
    <td className="whitespace-nowrap">{campaign.at}</td>
    {([campaign.recipients, campaign.sent, campaign.failed, campaign.unsubscribed] as const).map(
      (figure, column) => (
        <td key={FIGURES[column]?.label}>
          {campaign.state === 'draft' ? '–' : figure.toLocaleString('en-US')}
        </td>
      ),
    )}
  </AdminRow>
)
