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
import { env } from '#app/platform/env.server'
import type { ChangedSince } from '#app/platform/lists/row-versions.server'
import { cents, showCents } from '#app/platform/money'
import { type Field, valuesOf } from '#app/platform/typed/fields'
import { checkbox } from '#app/platform/typed/text'
import { counted } from '#app/platform/words'
import { EditRow, rowTexts, stayOnListFailure } from '#app/routes/admin/settings/editable-list'
import { editRow, openRow } from '#app/routes/admin/settings/list-answers.server'
import { rowId } from '#app/server/guards/named-rows.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { nameInLinks } from '#app/tours/departure'
import { listDepartures } from '#app/tours/departure-list.server'
import { departureInWords } from '#app/tours/tours.server'
import { AdminRow, AdminTable, adminHead, EmptyState, numbers } from '#app/ui/admin/admin-parts'
import { Badge } from '#app/ui/badge'
import { Link } from '#app/ui/link'

const LIST = '/admin/settings/codes'
const TEXTS = rowTexts('End', 'code')

const tickOf = (departureId: number) => `departure${departureId}`

const namedDepartures = () =>
  listDepartures(today()).map(({ state, ...departure }) => ({
    ...{ id: departure.id, departure: nameInLinks(departure) },
    dates: departureInWords(departure),
    isOnSale: state === 'on-sale',
  }))

type Departures = Pick<ReturnType<typeof namedDepartures>[number], 'id' | 'dates'>[]

const ofEachTick = <Made,>(departures: Departures, make: (departure: Departures[number]) => Made) =>
  Object.fromEntries(departures.map((departure) => [tickOf(departure.id), make(departure)]))

/** A code's fields, with a box to tick for each departure. */
const tableWith = (departures: Departures) => ({
  ...DISCOUNT_CODE,
  ...ofEachTick(departures, ({ dates }): Field => ({ label: dates, kind: 'tick', group: VALID_FOR })),
})
const VALID_FOR = 'Valid for these departures (with none checked, for all)'

const formWith = (departures: Departures) => DiscountCodeForm.extend(ofEachTick(departures, () => checkbox()))

const asTicked = ({ departureIds, ...words }: DiscountCodeWords, departures: Departures) => ({
  ...words,
  ...ofEachTick(departures, ({ id }) => departureIds.includes(id)),
})

type Saved = ReturnType<typeof addCode>
type Ticked = ReturnType<typeof asTicked>

function fromTicked<Typed extends Ticked>(typed: Typed, departures: Departures) {
  const ticks: Record<string, unknown> = typed
  return {
    ...valuesOf(DISCOUNT_CODE, typed),
    departureIds: departures.map(({ id }) => id).filter((id) => ticks[tickOf(id)] === true),
  }
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  const id = rowId(params.id)
  const uses = id === 'new' ? [] : usesOfCode(id)
  const departures = namedDepartures()
  const code = id === 'new' ? null : openCode(id)
  const open = () => code && { ...code, words: asTicked(code.words, departures) }
  return openRow(params.id, open, {
    departures,
    own: code?.words.departureIds ?? [],
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
  const asShown = (saved: Saved): Exclude<Saved, { stored: unknown }> | ChangedSince<Ticked> =>
    'stored' in saved ? { ...saved, stored: asTicked(saved.stored, departures) } : saved
  return editRow(request, params.id, staff, {
    ...{ table: tableWith(departures), schema: formWith(departures), list: LIST, remove: endCode },
    add: (typed: Ticked, ...by) => asShown(addCode(fromTicked(typed, departures), ...by)),
    change: (id, { version, ...typed }, ...by) =>
      asShown(changeCode(id, { ...fromTicked(typed, departures), version }, ...by)),
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
  return (
    <>
      <EditRow
        {...{ form: 'code', texts: TEXTS, list: LIST, row }}
        {...{ table: tableWith(departures), schema: formWith(departures) }}
        heading={words ? `Code ${words.code}` : 'Add code'}
        removal={
          <>
            No new booking can use <strong>{words?.code}</strong>. Those that used it keep their price.
          </>
        }
        isOver={words !== null && hasEnded(words, row.today)}
        above={words && <Links code={words.code} {...row} />}
        panel="max-w-3xl"
      />
      {words && <Uses uses={row.uses} total={row.total} />}
    </>
  )
}

type LinksProps = Pick<ReturnType<typeof useLoaderData<typeof loader>>, 'departures' | 'own' | 'link'> & {
  code: string
}

/** What staff send: of a code for some departures, a link for each of them that is on sale. */
function Links({ code, departures, own: ids, link: checkout }: LinksProps) {
  const own = departures.filter(({ id }) => ids.includes(id))
  const links =
    own.length === 0
      ? [{ dates: null, link: `${checkout}?code=${code}` }]
      : own
          .filter(({ isOnSale }) => isOnSale)
          .map((one) => ({
            dates: one.dates,
            link: `${checkout}?departure=${one.departure}&code=${code}`,
          }))
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
