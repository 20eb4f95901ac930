import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { businessTime } from '#app/platform/clock.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { NEVER_EXPIRES, retentionRules } from '#app/server/retention/purge-expired.server'
import { lastRuns } from '#app/server/schedule/daily-jobs.server'
import { AdminHeading, AdminLink, AdminRow, AdminTable, adminHead } from '#app/ui/admin/admin-parts'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see history')
  const [run] = lastRuns(['retention'], 1)
  const [backup] = lastRuns(['backup'], 1)
  return {
    rules: retentionRules(),
    forGood: NEVER_EXPIRES,
    lastRun: run ? businessTime(run.startedAt) : null,
    hasFailed: run?.error != null,
    lastBackup: backup ? businessTime(backup.startedAt) : null,
    backupHasFailed: backup?.error != null,
  }
}

export const meta = () => adminHead('How long data is kept')

export default function RetentionPage() {
  const { rules, forGood, lastRun, hasFailed, lastBackup, backupHasFailed } = useLoaderData<typeof loader>()
  return (
    <>
      <AdminHeading
        title="How long data is kept"
        lead="Each night the site deletes what it no longer needs, by these rules. No one has to do anything."
      >
        <AdminLink to="/admin/audit">Audit log</AdminLink>
      </AdminHeading>
      <AdminTable caption="How long data is kept" columns={['What', 'Kept for', 'Then', 'Why']}>
        {rules.map(({ what, keptFor, atTheEnd, reason }) => (
          <AdminRow key={what}>
            <th scope="row">{what}</th>
            <td className="whitespace-nowrap">{keptFor}</td>
            <td>{atTheEnd}</td>
            <td>{reason}</td>
          </AdminRow>
        ))}
      </AdminTable>
      <p className="mt-5 max-w-prose text-sm">Kept for good: {forGood}</p>
      <p className="mt-2 max-w-prose text-admin-soft text-sm">
        {lastRun ? `Last run ${lastRun}.` : 'There was no run yet: the first one comes tonight.'}
        {hasFailed && ' It failed, and will be retried.'}
        {lastBackup && ` Last full backup ${lastBackup}.`}
        {backupHasFailed && ' It failed, and will be retried.'}
      </p>
    </>
  )
}
