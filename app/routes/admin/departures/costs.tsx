import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { CostForm } from '#app/money/accounts/cost-form'
import { COSTS_AT_MOST, costsOf, marginOf, removeCost, saveCost } from '#app/money/accounts/costs.server'
import { now } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { showSigned } from '#app/platform/money'
import { bareCents } from '#app/platform/typed/amounts'
import { namedDeparture } from '#app/server/guards/named-rows.server'
import { parseForm, readForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { NotSent, stayOnFailure, useLastActionData, useLastResult } from '#app/ui/admin/admin-form'
import {
  AdminHeading,
  AdminLink,
  AdminPanel,
  AdminRow,
  AdminTable,
  adminHead,
  EmptyState,
  IntentButton,
  numbers,
  StatCard,
  StatCards,
  SubmitButton,
} from '#app/ui/admin/admin-parts'
import { useMay } from '#app/ui/admin/admin-shell'
import { TextField } from '#app/ui/field'
import { Link } from '#app/ui/link'
import { redirectWithToast } from '#app/ui/toasts/flash.server'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see books')
  const departure = namedDeparture(params)
  const costs = costsOf(departure.id)
  const edited = costs.find(({ id }) => String(id) === new URL(request.url).searchParams.get('cost'))
  return {
    settings: `/admin/departures/${departure.id}/settings`,
    margin: marginOf(departure.id),
    costs: costs.map(({ id, words, plannedCents, paidCents, paidOn }) => ({
      ...{ id, words, planned: showSigned(plannedCents) },
      paid:
        paidCents !== null && paidOn !== null ? `${showSigned(paidCents)} on ${showDay(paidOn)}` : 'Not yet',
    })),
    edited: edited && {
      ...{ id: edited.id, words: edited.words, planned: bareCents(edited.plannedCents) },
      ...{ paid: edited.paidCents === null ? '' : bareCents(edited.paidCents), paidOn: edited.paidOn ?? '' },
    },
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change books')
  const { id: departureId } = namedDeparture(params)
  const form = await readForm(request, ['intent', 'id', 'words', 'planned', 'paid', 'paidOn'])
  const page = `/admin/departures/${departureId}/settings/costs`
  const id = Number(form.get('id')) || null
  if (form.get('intent') === 'remove') {
    if (id !== null) removeCost(departureId, id, staff, now())
    return redirectWithToast(page, {
      tone: 'success',
      title: 'Cost removed',
      description: 'The margin follows.',
    })
  }
  const submission = parseForm(form, CostForm)
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const saved = saveCost({ departureId, id, cost: submission.value }, staff, now())
  if ('refused' in saved) {
    const fieldErrors = { words: [NOT_SAVED[saved.refused]] }
    return data(submission.reply({ fieldErrors }), { status: 409 })
  }
  return redirectWithToast(page, { tone: 'success', title: 'Cost saved', description: 'The margin follows.' })
}

const NOT_SAVED = {
  'too-many': `A departure has ${COSTS_AT_MOST} costs at most. Please put some together.`,
  gone: 'Someone has removed this cost. Please enter it again.',
}

export const clientAction = stayOnFailure({ title: 'Failed to save the cost' })

export const meta = () => adminHead('Costs')

export default function CostsPage() {
  const { settings, margin, costs, edited } = useLoaderData<typeof loader>()
  const sees = useMay()
  return (
    <>
      <AdminHeading title="Costs" lead="What this departure costs, and what it leaves.">
        {sees('see tour') && <AdminLink to={settings}>Dates and prices</AdminLink>}
      </AdminHeading>
      <StatCards>
        <StatCard label="Sold" value={showSigned(margin.soldCents)} note="By its bookings as they stand" />
        <StatCard label="Planned costs" value={showSigned(margin.plannedCents)} />
        <StatCard label="Paid so far" value={showSigned(margin.paidCents)} />
        <StatCard
          label="Margin"
          value={showSigned(margin.marginCents)}
          note="By what was paid, else planned"
        />
      </StatCards>
      {costs.length === 0 ? (
        <EmptyState title="No costs yet">Enter what lodges, vehicles and parks will cost.</EmptyState>
      ) : (
        <AdminTable caption="Costs" columns={['For', numbers('Planned'), numbers('Paid')]}>
          {costs.map(({ id, words, planned, paid }) => (
            <AdminRow key={id}>
              <th scope="row" className="wrap-anywhere">
                <Link to={`?cost=${id}#cost`} className="underline underline-offset-4">
                  <bdi>{words}</bdi>
                </Link>
              </th>
              <td>{planned}</td>
              <td>{paid}</td>
            </AdminRow>
          ))}
        </AdminTable>
      )}
      <CostPanel key={`${edited?.id} ${costs.length}`} edited={edited} />
    </>
  )
}

type Edited = { id: number; words: string; planned: string; paid: string; paidOn: string }

function CostPanel({ edited }: { edited: Edited | undefined }) {
  const answer = useLastResult(useLastActionData<typeof action>()) ?? undefined
  const busy = useNavigation().formMethod === 'POST'
  const field = (name: keyof Omit<Edited, 'id'>) => ({
    ...{ name, defaultValue: String(answer?.initialValue?.[name] ?? edited?.[name] ?? '') },
    ...{ errors: answer?.error?.[name] ?? undefined, autoFocus: Boolean(answer?.error?.[name]) },
  })
  return (
    <AdminPanel title={edited ? 'Change the cost' : 'Add a cost'} className="mt-5 p-5">
      <Form method="post" id="cost" className="grid scroll-mt-28 gap-4 sm:grid-cols-2" preventScrollReset>
        {edited && <input type="hidden" name="id" value={edited.id} />}
        <TextField label="What it is for" autoComplete="off" {...field('words')} />
        <TextField label="Planned, in dollars" inputMode="decimal" autoComplete="off" {...field('planned')} />
        <TextField
          label="Paid, in dollars (optional)"
          inputMode="decimal"
          autoComplete="off"
          {...field('paid')}
        />
        <TextField label="Paid on (optional)" type="date" {...field('paidOn')} />
        <NotSent className="sm:col-span-2" />
        <div className="flex flex-wrap gap-3 sm:col-span-2">
          <SubmitButton
            busy={busy}
            label={edited ? 'Save cost' : 'Add cost'}
            busyLabel="Saving..."
            className="w-fit"
          />
          {edited && (
            <IntentButton intent="remove" busy={busy} formNoValidate>
              Remove
            </IntentButton>
          )}
        </div>
      </Form>
    </AdminPanel>
  )
}
