import type { SubmissionResult } from '@conform-to/react'
import { Form, useNavigation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { type Cents, showCents, showPercent } from '#app/platform/money'
import { NotSent } from '#app/ui/admin/admin-form'
import { AdminPanel, RestOfList, SubmitButton } from '#app/ui/admin/admin-parts'
import { Badge, type BadgeTone } from '#app/ui/badge'
import { SelectField, TextField } from '#app/ui/field'

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

/** More of them wait behind a line that opens. */
export const AT_ONCE = 5
const ACTIVITY_AT_ONCE = 4

export const ActivityPanel = ({ activity }: { activity: Activity[] }) => (
  <AdminPanel title="Recent activity">
    {activity.length === 0 ? (
      <p className="text-admin-soft text-sm">
        Bookings, visits and inquiries will appear here as they happen.
      </p>
    ) : (
      <>
        <Activities activity={activity.slice(0, ACTIVITY_AT_ONCE)} />
        <RestOfList count={activity.length - ACTIVITY_AT_ONCE}>
          <Activities activity={activity.slice(ACTIVITY_AT_ONCE)} />
        </RestOfList>
      </>
    )}
  </AdminPanel>
)

const Activities = ({ activity }: { activity: Activity[] }) => (
  <ul className="-mt-1">
    {activity.map(({ type, description, shownAt, at, valueCents }, index) => (
      <li
        // biome-ignore lint/suspicious/noArrayIndexKey: two page views of one instant are alike
        key={`${at} ${index}`}
        className="flex flex-wrap items-start gap-x-3 gap-y-1 border-admin-line border-t py-2.5 first:border-t-0"
      >
        <span className="w-18 flex-none">
          <Badge tone={TYPES[type][0]}>{TYPES[type][1]}</Badge>
        </span>
        <span className="wrap-anywhere min-w-0 flex-1 text-sm">
          {description}
          <time dateTime={at} className="block text-2xs text-admin-soft">
            {shownAt}
          </time>
        </span>
        {valueCents !== null && (
          <span className="font-medium text-sm tabular-nums">{showCents(valueCents)}</span>
        )}
      </li>
    ))}
  </ul>
)

type Props = {
  title: string
  /** What the rows are, and what is counted: 'Page', 'Views'. */
  columns: [string, string]
  rows: { name: string; percentage: number; count: number }[]
  empty: string
}

/** Ten things by their part of a whole, the greatest first. */
export const ShareList = ({ title, columns: [what, counted], rows, empty }: Props) => (
  <AdminPanel title={title}>
    {rows.length === 0 ? (
      <p className="text-admin-soft text-sm">{empty}</p>
    ) : (
      <>
        <Shares columns={[what, 'Share', counted]} rows={rows.slice(0, AT_ONCE)} />
        <RestOfList count={rows.length - AT_ONCE}>
          <Shares columns={[what, 'Share', counted]} rows={rows.slice(AT_ONCE)} />
        </RestOfList>
      </>
    )}
  </AdminPanel>
)

const Shares = ({ columns, rows }: { columns: ShareTableProps['columns']; rows: Props['rows'] }) => (
  <ShareTable columns={columns} rows={rows.map((row) => ({ ...row, share: showPercent(row.percentage) }))} />
)

type ShareTableProps = {
  columns: [what: string, share: string, counted: string]
  rows: { name: string; percentage: number; share: string; count: number }[]
  hasLongHeads?: boolean
}

/** Each with a bar as long as its percentage. */
export const ShareTable = ({ columns: [what, share, counted], rows, hasLongHeads }: ShareTableProps) => (
  <table className="w-full table-fixed text-left text-sm tabular-nums">
    <thead className="text-2xs text-admin-soft">
      <tr className="align-bottom">
        <th scope="col" className="pb-1.5 font-semibold">
          {what}
        </th>
        <th scope="col" className={`${hasLongHeads ? 'w-22' : 'w-14'} pb-1.5 text-right font-semibold`}>
          {share}
        </th>
        <th scope="col" className={`${hasLongHeads ? 'w-20' : 'w-16'} pb-1.5 text-right font-semibold`}>
          {counted}
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ name, percentage, share, count }) => (
        <tr key={name} className="border-admin-line border-t align-top">
          <th scope="row" className="py-1.5 pr-2 font-medium" dir="auto">
            <span className="wrap-anywhere">{name}</span>
            <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden className="mt-1 h-1 w-full">
              <rect width={percentage} height={4} className="fill-lagoon" />
            </svg>
          </th>
          <td className="py-1.5 text-right">{share}</td>
          <td className="py-1.5 text-right">{count.toLocaleString('en-US')}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

type Month = { month: string; name: string }

type SpendPanelProps = {
  months: Month[]
  entered: (Month & { amountCents: Cents })[]
  answer?: SubmissionResult
}

/** Where staff enter what finding travelers cost in a month. */
export function SpendPanel({ months, entered, answer }: SpendPanelProps) {
  const form = useRef<HTMLFormElement>(null)
  const navigation = useNavigation()
  const busy = navigation.formMethod === 'POST'
  const typed = (field: string) => String(answer?.initialValue?.[field] ?? '')
  useEffect(() => {
    if (answer?.error) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [answer])

  return (
    <AdminPanel title="Marketing spend">
      <p id="marketing-spend" className="mb-4 scroll-mt-28 text-admin-soft text-sm">
        Advertising and everything else that brings travelers here. Entering a month again replaces its
        amount.
      </p>
      <Form
        ref={form}
        method="post"
        preventScrollReset
        key={JSON.stringify(entered)}
        className="grid gap-4 sm:grid-cols-2"
      >
        <SelectField
          label="Month"
          name="month"
          defaultValue={typed('month') || months[0]?.month}
          errors={answer?.error?.month ?? undefined}
        >
          {months.map(({ month, name }) => (
            <option key={month} value={month}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Spent, in dollars"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={typed('amount')}
          errors={answer?.error?.amount ?? undefined}
          autoFocus={Boolean(answer?.error?.amount)}
        />
        <NotSent className="sm:col-span-2" />
        <SubmitButton busy={busy} label="Save spend" busyLabel="Saving..." className="w-fit sm:col-span-2" />
      </Form>
      {entered.length > 0 && (
        <div className="mt-5">
          <SpendTable caption="Entered so far" rows={entered.slice(0, SPEND_SHOWN)} />
          <RestOfList count={entered.length - SPEND_SHOWN}>
            <SpendTable caption="Earlier months" rows={entered.slice(SPEND_SHOWN)} />
          </RestOfList>
        </div>
      )}
    </AdminPanel>
  )
}

/** Earlier months wait behind a line that opens, too. */
const SPEND_SHOWN = 2

const SpendTable = ({ caption, rows }: { caption: string; rows: SpendPanelProps['entered'] }) => (
  <table className="w-full text-left text-sm tabular-nums">
    <caption className="pb-1.5 text-left text-2xs font-semibold text-admin-soft">{caption}</caption>
    <tbody>
      {rows.map(({ month, name, amountCents }) => (
        <tr key={month} className="border-admin-line border-t">
          <th scope="row" className="py-1 font-medium">
            {name}
          </th>
          <td className="py-1 text-right">{showCents(amountCents)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
