import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { hasEnded } from '#app/bookings/discount-code'
import { DISCOUNT_CODE, DiscountCodeForm, type DiscountCodeWords } from '#app/bookings/discount-code-form'
import {
  addCode,
  CODES_AT_MOST,
  changeCode,
  endCode,
  openCode,
  usesOfCode,
} from '#app/bookings/save-discount-code.server'
import { moneyWords } from '#app/bookings/status'
import { today } from '#app/platform/clock.server'
import { showDays } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { cents, showCents } from '#app/platform/money'
import { namesOf } from '#app/platform/typed/fields'
import { checkbox } from '#app/platform/typed/text'
import { counted } from '#app/platform/words'
import { EditRow, rowTexts, stayOnListFailure } from '#app/routes/admin/settings/editable-list'
import { editRow, openRow } from '#app/routes/admin/settings/list-answers.server'
import { rowId } from '#app/server/guards/named-rows.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { listDepartures } from '#app/tours/departure-list.server'
import { TickField } from '#app/ui/admin/admin-fields'
import { useLastActionData } from '#app/ui/admin/admin-form'
import { AdminRow, AdminTable, adminHead, EmptyState, numbers } from '#app/ui/admin/admin-parts'
import { Badge } from '#app/ui/badge'
import { FieldOf } from '#app/ui/field'
import { Link } from '#app/ui/link'

const LIST = '/admin/settings/tour/codes'
const TEXTS = rowTexts('End', 'code')

const tickOf = (departureId: number) => `departure${departureId}`

/** With a box to tick for each departure. */
const formWith = (departures: { id: number }[]) =>
  DiscountCodeForm.extend(Object.fromEntries(departures.map(({ id }) => [tickOf(id), checkbox()])))

const namedDepartures = () =>
  listDepartures(today()).map(({ id, startsOn, endsOn, state }) => ({
    ...{ id, startsOn, dates: showDays(startsOn, endsOn) },
    isOnSale: state === 'on-sale',
  }))

type Typed = Omit<DiscountCodeWords, 'departureIds'> & { version?: string | undefined }

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  const id = rowId(params.id)
  const uses = id === 'new' ? [] : usesOfCode(id)
  return openRow(params.id, openCode, {
    departures: namedDepartures(),
    link: `${env.BASE_URL}/checkout`,
    today: today(),
    total: showCents(cents(uses.reduce((sum, { offCents }) => sum + offCents, 0))),
    uses: uses.map(({ booking, offCents, isBeyond }) => ({
      isBeyond,
      ...{ reference: booking.reference, name: booking.customerName, off: showCents(offCents) },
      money: moneyWords(booking),
    })),
  })
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change tour')
  const departures = namedDepartures()
  const isTicked = (typed: Typed, id: number) => (typed as Record<string, unknown>)[tickOf(id)] === true
  const wordsOf = (typed: Typed) => ({
    ...Object.fromEntries(namesOf(DISCOUNT_CODE).map((name) => [name, typed[name]])),
    departureIds: departures.map(({ id }) => id).filter((id) => isTicked(typed, id)),
    version: typed.version,
  })
  const asTyped = <Answer extends object>(answer: Answer) => {
    if (!('stored' in answer)) return answer
    const { departureIds, ...words } = answer.stored as DiscountCodeWords
    const ticks = departures.map(({ id }) => [tickOf(id), departureIds.includes(id)])
    return { ...answer, stored: { ...words, ...Object.fromEntries(ticks) } }
  }
  return editRow(request, params.id, staff, {
    ...{ schema: formWith(departures), list: LIST, remove: endCode },
    add: (typed: Typed, ...by) => asTyped(addCode(wordsOf(typed) as never, ...by)) as never,
    change: (id, typed, ...by) => asTyped(changeCode(id, wordsOf(typed) as never, ...by)) as never,
    fields: {
      ...DISCOUNT_CODE,
      ...Object.fromEntries(departures.map(({ id, dates }) => [tickOf(id), { label: dates }])),
    },
    refusals: {
      gone: { formErrors: ['There is no such code.'] },
      'too-many': { formErrors: [`There are ${CODES_AT_MOST} codes, and no more can be made.`] },
      'code-taken': { fieldErrors: { code: ['This code already exists: write another one'] } },
      'used-more-often': { fieldErrors: { usesAtMost: ['More bookings than that already use it'] } },
      'person-used-more-often': {
        fieldErrors: { usesEachAtMost: ['Someone has used it more often than that already'] },
      },
    },
    saved: ({ code }) => ({ title: 'Code saved', description: `${code} counts for new bookings.` }),
    removed: { title: 'Code ended', description: 'No new booking can use it.' },
  })
}

export const clientAction = stayOnListFailure(TEXTS)

export const meta = () => adminHead('Discount code')

export default function CodePage() {
  const row = useLoaderData<typeof loader>()
  const { words, departures } = row
  const answer = useLastActionData<typeof action>()
  const typed: Record<string, unknown> | null | undefined =
    answer && 'initialValue' in answer ? answer.initialValue : null
  const begin = words && {
    ...words,
    ...{ usesAtMost: words.usesAtMost?.toString(), usesEachAtMost: words.usesEachAtMost?.toString() },
    departureIds: undefined,
  }
  return (
    <>
      <EditRow
        {...{
          form: 'code',
          texts: TEXTS,
          schema: formWith(departures),
          fields: DISCOUNT_CODE,
          list: LIST,
          row,
        }}
        begin={begin ?? { usesEachAtMost: '1' }}
        heading={words ? `Code ${words.code}` : 'Add code'}
        removal={
          <>
            No new booking can use <strong>{words?.code}</strong>. Those that used it keep their price.
          </>
        }
        isOver={words !== null && hasEnded(words, row.today)}
        above={words && <Links code={words} departures={departures} checkout={row.link} />}
        panel="max-w-3xl"
      >
        {(field) => (
          <>
            {namesOf(DISCOUNT_CODE).map((name) => (
              <FieldOf
                key={name}
                field={DISCOUNT_CODE[name]}
                {...field(name)}
                className={DISCOUNT_CODE[name].wide ? 'sm:col-span-2' : ''}
              />
            ))}
            <fieldset className="sm:col-span-2">
              <legend className="mb-2 text-xs font-semibold">Valid for these departures</legend>
              <div className="grid gap-3 sm:grid-cols-2">
                {departures.map(({ id, dates }) => (
                  <TickField
                    key={id}
                    id={tickOf(id)}
                    name={tickOf(id)}
                    label={dates}
                    defaultChecked={typed ? typed[tickOf(id)] === 'on' : words?.departureIds.includes(id)}
                  />
                ))}
              </div>
              <p className="mt-1.5 text-admin-soft text-xs">With none checked, it is valid for all.</p>
            </fieldset>
          </>
        )}
      </EditRow>
      {words && <Uses uses={row.uses} total={row.total} />}
    </>
  )
}

type LinksProps = {
  code: Pick<DiscountCodeWords, 'code' | 'departureIds'>
  departures: ReturnType<typeof namedDepartures>
  checkout: string
}

/** What staff send: of a code for some departures, a link for each of them that is on sale. */
function Links({ code: { code, departureIds }, departures, checkout }: LinksProps) {
  const own = departures.filter(({ id }) => departureIds.includes(id))
  const links =
    own.length === 0
      ? [{ dates: null, link: `${checkout}?code=${code}` }]
      : own
          .filter(({ isOnSale }) => isOnSale)
          .map(({ dates, startsOn }) => ({ dates, link: `${checkout}?departure=${startsOn}&code=${code}` }))
  if (links.length === 0)
    return (
      <p className="mb-5 text-sm">Its link appears here once a departure that it is valid for is on sale.</p>
    )
  return (
    <div className="mb-5 text-sm">
      <p>
        {links.length === 1
          ? 'Send this link, and the code is filled in:'
          : 'Send one of these links, and the code is filled in:'}
      </p>
      <ul className="mt-1.5 grid gap-1.5">
        {links.map(({ dates, link }) => (
          <li key={link}>
            {dates && `${dates}: `}
            <code className="rounded-badge bg-admin px-1.5 py-0.5 text-xs select-all wrap-anywhere">
              {link}
            </code>
          </li>
        ))}
      </ul>
    </div>
  )
}

type UsesProps = Pick<ReturnType<typeof useLoaderData<typeof loader>>, 'uses' | 'total'>

const Uses = ({ uses, total }: UsesProps) => (
  <section className="mt-8">
    <h2 className="mb-3 font-semibold">Bookings with this code</h2>
    {uses.length === 0 ? (
      <EmptyState title="No one has used it">Seats that are held at checkout count too.</EmptyState>
    ) : (
      <>
        <p className="mb-3 text-sm">
          {counted(uses.length, 'booking')}, {total} off in all.
        </p>
        <AdminTable
          caption="Bookings with this code, the latest first"
          columns={['Booking', 'Lead traveler', 'Payment', numbers('Discount')]}
        >
          {uses.map(({ reference, name, money, off, isBeyond }) => (
            <AdminRow key={reference}>
              <th scope="row">
                <Link
                  to={`/admin/bookings/${reference}`}
                  className="font-semibold underline-offset-4 hover:underline"
                >
                  {reference}
                </Link>
              </th>
              <td className="wrap-anywhere">
                <bdi>{name}</bdi> {isBeyond && <Badge tone="wait">Beyond the limit per person</Badge>}
              </td>
              <td>
                <Badge tone={money.tone}>{money.words}</Badge>
              </td>
              <td>{off}</td>
            </AdminRow>
          ))}
        </AdminTable>
      </>
    )}
  </section>
)
