import { Form, useNavigation } from '@remix-run/react'
import { AdminPanel, adminButton } from '#app/ui/admin/admin-parts'
import { CheckIcon } from '#app/ui/icons'
import { Link, VisuallyHidden } from '#app/ui/link'
import type { OpeningLine } from '#app/views/opening.server'

const HERE = '/admin/dashboard'

/** What is left before the company opens. It ticks itself off, and goes when all is done. */
export function OpeningChecklist({ lines }: { lines: OpeningLine[] }) {
  const done = lines.filter(({ isDone }) => isDone).length
  return (
    <AdminPanel
      title="Before you open"
      className="mb-8 p-5"
      actions={
        <span className="text-admin-soft text-sm tabular-nums">
          {done} of {lines.length} done
        </span>
      }
    >
      <div className="mb-2 h-1.5 overflow-hidden rounded-full bg-admin" aria-hidden="true">
        <div className="h-full rounded-full bg-acacia" style={{ width: `${(done / lines.length) * 100}%` }} />
      </div>
      <ul aria-label="Before you open" className="grid gap-x-10 lg:grid-cols-2">
        {lines.map((line) => (
          <Line key={line.title} {...line} />
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-admin-line border-t pt-4">
        <StepButton step="closed" label="Put this list away" />
        <p className="min-w-0 flex-1 basis-56 text-admin-soft text-xs">
          What is still a sample stays hidden from guests, with the list or without it.
        </p>
      </div>
    </AdminPanel>
  )
}

const Line = ({ title, hint, to, isDone, confirm }: OpeningLine) => (
  <li className="flex gap-3 border-admin-line border-t py-3 first:border-t-0 lg:[&:nth-child(2)]:border-t-0">
    {isDone ? (
      <span className="mt-0.5 grid size-5.5 flex-none place-items-center rounded-full bg-acacia text-white">
        <CheckIcon className="size-3.5" />
      </span>
    ) : (
      <span className="mt-0.5 size-5.5 flex-none rounded-full border-2 border-admin-line" />
    )}
    <div className="min-w-0 flex-1 text-sm">
      <p>
        <Link
          to={to}
          className={
            isDone
              ? 'text-admin-soft underline-offset-3 hover:underline'
              : 'font-semibold text-umber underline underline-offset-3'
          }
        >
          {title}
        </Link>
        <VisuallyHidden>{isDone ? ': done' : ': to do'}</VisuallyHidden>
      </p>
      {!isDone && <p className="mt-0.5 text-admin-soft text-xs">{hint}</p>}
      {!isDone && confirm && (
        <div className="mt-2">
          <StepButton step={confirm} label={CONFIRMS[confirm]} />
        </div>
      )}
    </div>
  </li>
)

const CONFIRMS: Record<NonNullable<OpeningLine['confirm']>, string> = {
  prices: 'They are right',
  pictures: 'Keep the drawn ones',
  legal: 'A lawyer has read them',
}

function StepButton({ step, label }: { step: string; label: string }) {
  const busy = useNavigation().formData?.get('step') === step
  return (
    <Form method="post" action={HERE} preventScrollReset>
      <button
        type="submit"
        name="step"
        value={step}
        disabled={busy}
        aria-busy={busy}
        className={adminButton('plain')}
      >
        {busy ? 'Saving...' : label}
      </button>
    </Form>
  )
}
