import { Form, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { DialogActions } from '#app/ui/desk/dialog-actions'
import { EmptyState } from '#app/ui/desk/empty-state'
import { NotSent } from '#app/ui/desk/not-sent'
import { RouteDialog } from '#app/ui/desk/route-dialog'
import { Notice } from '#app/ui/notice'
import { SelectField } from '#app/ui/select-field'
import type { RoomsPage, ShownSleeper } from './rooms-page.server'

type Pairing = NonNullable<RoomsPage['pairing']>
type Parting = NonNullable<RoomsPage['parting']>
type Props = { departureId: number; page: string; refused?: string | undefined }

/** First with whom, then what will be done; both without scripts. */
export function PairDialog({ departureId, page, refused, pairing }: Props & { pairing: Pairing }) {
  const { traveler, others, chosen } = pairing
  if (chosen) return <ConfirmPairing {...{ departureId, page, refused, traveler, chosen }} />
  return (
    <RouteDialog title={`Pair ${traveler.name}`} closeTo={page}>
      {others.length === 0 ? (
        <EmptyState title="Nobody else is alone in a double room">
          Whoever books a double room alone will be here to choose.
        </EmptyState>
      ) : (
        <Form method="get" action="/admin/rooms" preventScrollReset className="grid gap-5">
          <input type="hidden" name="departure" value={departureId} />
          <input type="hidden" name="pair" value={traveler.travelerId} />
          {traveler.wish && <p className="text-sm [overflow-wrap:anywhere]">{traveler.wish}.</p>}
          <SelectField
            name="with"
            label="With whom"
            hint="Nothing is done yet: the next step shows it in full."
          >
            {others.map((other) => (
              <option key={other.travelerId} value={other.travelerId}>
                {[`${other.name}, ${other.reference}`, other.wish].filter(Boolean).join(': ')}
              </option>
            ))}
          </SelectField>
          <Actions page={page} label="Go on" busyLabel="Going on..." />
        </Form>
      )}
    </RouteDialog>
  )
}

type Confirming = Props & { traveler: ShownSleeper; chosen: ShownSleeper }

/** A dialog of its own, so that it begins with its focus where a dialog begins. */
const ConfirmPairing = ({ page, refused, traveler, chosen }: Confirming) => (
  <RouteDialog key="confirm" title="Put these two in one room?" closeTo={page}>
    <ul className="grid list-disc gap-2 pl-5 text-sm [overflow-wrap:anywhere]">
      <li>
        <Who sleeper={traveler} /> moves into the double room of <Who sleeper={chosen} />.
      </li>
      {isOneBooking(traveler, chosen) ? (
        <li>Both are of one booking: nobody gets a letter.</li>
      ) : (
        <>
          <li>
            Each gets a letter with the first name of the other, and nothing more: to {traveler.email} and to{' '}
            {chosen.email}.
          </li>
          <li>Prices and payments stay as they are. You can part them again at any time.</li>
        </>
      )}
    </ul>
    <Deed refused={refused}>
      <input type="hidden" name="intent" value="pair" />
      <input type="hidden" name="travelerId" value={traveler.travelerId} />
      <input type="hidden" name="withId" value={chosen.travelerId} />
      <Actions page={page} label="Pair them" busyLabel="Pairing..." />
    </Deed>
  </RouteDialog>
)

export const PartDialog = ({ page, refused, parting }: Props & { parting: Parting }) => (
  <RouteDialog title="Part these two?" closeTo={page}>
    <ul className="grid list-disc gap-2 pl-5 text-sm [overflow-wrap:anywhere]">
      <li>
        <Who sleeper={parting.traveler} /> gets another double room. <Who sleeper={parting.stays} /> stays.
        Each is alone.
      </li>
      {isOneBooking(parting.traveler, parting.stays) ? (
        <li>Both are of one booking: nobody gets a letter.</li>
      ) : (
        <>
          <li>What they have shared of their contact is not shown to the other any more.</li>
          <li>
            Each gets a letter: to {parting.traveler.email} and to {parting.stays.email}.
          </li>
        </>
      )}
      <li>Prices and payments stay as they are.</li>
    </ul>
    <Deed refused={refused}>
      <input type="hidden" name="intent" value="part" />
      <input type="hidden" name="travelerId" value={parting.traveler.travelerId} />
      <Actions page={page} label="Part them" busyLabel="Parting..." />
    </Deed>
  </RouteDialog>
)

const isOneBooking = (one: ShownSleeper, other: ShownSleeper): boolean => one.reference === other.reference

const Who = ({ sleeper }: { sleeper: ShownSleeper }) => (
  <>
    <bdi className="font-semibold">{sleeper.name}</bdi> ({sleeper.reference})
  </>
)

/** Posts to the address that opened the dialog, so that a refusal is shown in it. */
const Deed = ({ refused, children }: { refused: string | undefined; children: ReactNode }) => (
  <Form method="post" preventScrollReset className="mt-5 grid gap-5">
    {refused && <Notice tone="danger" role="alert" title={refused} />}
    <NotSent />
    {children}
  </Form>
)

function Actions({ page, label, busyLabel }: { page: string; label: string; busyLabel: string }) {
  const busy = useNavigation().state !== 'idle'
  return <DialogActions cancelTo={page} busy={busy} label={label} busyLabel={busyLabel} />
}
