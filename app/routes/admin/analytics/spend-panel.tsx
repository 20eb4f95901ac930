import type { SubmissionResult } from '@conform-to/react'
import { Form, useNavigation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { type Cents, showCents } from '#app/money'
import { deskButton } from '#app/ui/desk/desk-button'
import { DeskPanel } from '#app/ui/desk/desk-panel'
import { NotSent } from '#app/ui/desk/not-sent'
import { SelectField } from '#app/ui/select-field'
import { TextField } from '#app/ui/text-field'

type Month = { month: string; name: string }

type Props = {
  months: Month[]
  entered: (Month & { amountCents: Cents })[]
  answer?: SubmissionResult
}

/** Where staff enter what finding travelers cost in a month. */
export function SpendPanel({ months, entered, answer }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const navigation = useNavigation()
  const busy = navigation.formMethod === 'POST'
  const typed = (field: string) => String(answer?.initialValue?.[field] ?? '')
  useEffect(() => {
    if (answer?.error) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [answer])

  return (
    <DeskPanel title="Marketing spend">
      <p id="marketing-spend" className="mb-4 scroll-mt-28 text-desk-soft text-sm">
        Advertising and everything else that brings travelers here. A month entered again replaces what stood
        there.
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
        <button type="submit" disabled={busy} className={deskButton('main', 'w-fit sm:col-span-2')}>
          {busy ? 'Saving...' : 'Save spend'}
        </button>
      </Form>
      {entered.length > 0 && (
        <table className="mt-5 w-full text-left text-sm tabular-nums">
          <caption className="pb-1.5 text-left text-2xs font-semibold text-desk-soft">Entered so far</caption>
          <tbody>
            {entered.map(({ month, name, amountCents }) => (
              <tr key={month} className="border-desk-line border-t">
                <th scope="row" className="py-2 font-medium">
                  {name}
                </th>
                <td className="py-2 text-right">{showCents(amountCents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </DeskPanel>
  )
}
