import { Form, useNavigation, useSubmit } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { MONEY_STATE_NAMES, type MoneyState } from '#app/bookings/status'
import { BOOKING_TERM_AT_MOST } from '#app/platform/typed/limits'
import { adminButton } from '#app/ui/admin/admin-parts'
import { DepartureField } from '#app/ui/admin/list-controls'
import { SelectField, TextField } from '#app/ui/field'
import type { BookingTotals } from '#app/views/list-bookings.server'

type Props = {
  filters: { term: string; money: MoneyState | null; departureId: number | null }
  totals: BookingTotals
  departures: { id: number; dates: string }[]
}

const PAUSE_MS = 250

/** A plain GET form; scripts send it as one types and as one chooses. */
export function BookingSearch({ filters, totals, departures }: Props) {
  const submit = useSubmit()
  const searching = useNavigation().location?.pathname === '/admin/bookings'
  const form = useRef<HTMLFormElement>(null)
  const waiting = useRef<ReturnType<typeof setTimeout>>()

  useEffect(() => () => clearTimeout(waiting.current), [])
  useEffect(() => {
    const box = form.current?.elements.namedItem('q')
    // The way back in the browser's history changes the search; what is just being typed stays.
    if (box instanceof HTMLInputElement && box !== document.activeElement) box.value = filters.term
  }, [filters.term])

  const send = () => submit(form.current, { replace: true, preventScrollReset: true })
  function sendSoon() {
    clearTimeout(waiting.current)
    waiting.current = setTimeout(send, PAUSE_MS)
  }
  return (
    <Form
      ref={form}
      role="search"
      aria-label="Bookings"
      className="mb-4 grid grid-cols-2 items-end gap-3 lg:grid-cols-[1fr_16rem_16rem]"
      onSubmit={() => clearTimeout(waiting.current)}
    >
      <div className="col-span-2 flex items-end gap-2.5 lg:col-span-1">
        <TextField
          type="search"
          name="q"
          label="Search by name, email, phone, reference or Stripe id"
          defaultValue={filters.term}
          onChange={sendSoon}
          maxLength={BOOKING_TERM_AT_MOST}
          autoComplete="off"
          spellCheck={false}
          className="min-w-0 flex-1"
        />
        <button type="submit" className={adminButton('plain', 'h-12.5 min-w-32')} aria-busy={searching}>
          {searching ? 'Searching...' : 'Search'}
        </button>
      </div>
      <SelectField
        key={filters.money}
        name="money"
        label="Payment"
        defaultValue={filters.money ?? ''}
        onChange={send}
      >
        <option value="">{`All (${totals.onFile.toLocaleString('en-US')})`}</option>
        {Object.entries(MONEY_STATE_NAMES).map(([state, name]) => (
          <option key={state} value={state}>
            {`${name} (${totals.byMoney[state as MoneyState].toLocaleString('en-US')})`}
          </option>
        ))}
      </SelectField>
      <DepartureField
        departures={departures}
        chosen={filters.departureId}
        all="All departures"
        onChange={send}
      />
    </Form>
  )
}
