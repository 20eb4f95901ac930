import { MAIL_JOBS } from '#app/schedule/job-hours'
import { Badge } from '#app/ui/badge'
import { DeskPanel } from '#app/ui/desk/desk-panel'
import { DeskTable } from '#app/ui/desk/desk-table'
import type { InstallmentsScreen } from './installments-screen.server'

const NAMES: Record<string, string> = MAIL_JOBS

type Run = InstallmentsScreen['runs'][number]

/** The last runs of both jobs, by the schedule or by hand. */
export const LastRuns = ({ runs }: { runs: Run[] }) => (
  <DeskPanel title="Last runs">
    {runs.length === 0 ? (
      <p className="text-desk-soft text-sm">
        No run yet. The first one is at its hour, or when you press a button.
      </p>
    ) : (
      <DeskTable
        caption="Last runs"
        columns={['Run', 'Started', 'By', 'Looked at', 'Mails', 'Took', 'Outcome']}
      >
        {runs.map((run) => (
          <tr key={run.id}>
            <th scope="row">{NAMES[run.job] ?? run.job}</th>
            <td className="whitespace-nowrap">{run.startedAt}</td>
            <td>{run.startedBy}</td>
            <td>{run.counts?.looked ?? 0}</td>
            <td>{run.counts?.sent ?? 0}</td>
            <td className="whitespace-nowrap">{run.seconds === null ? '' : `${run.seconds.toFixed(1)} s`}</td>
            <td>
              <Outcome run={run} />
            </td>
          </tr>
        ))}
      </DeskTable>
    )}
  </DeskPanel>
)

function Outcome({ run }: { run: Run }) {
  if (run.state === 'failed') return <Badge tone="failed">Failed, tried again</Badge>
  return run.state === 'running' ? (
    <Badge tone="wait">Not finished</Badge>
  ) : (
    <Badge tone="success">Done</Badge>
  )
}
