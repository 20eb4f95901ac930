import { SelectField } from '#app/ui/select-field'

type Props = {
  departures: { id: number; dates: string }[]
  chosen: number | null
  /** What the choice of none is called; without it one must be chosen. */
  all?: string
  onChange?: () => void
}

/** Narrows a list to a departure. */
export const DepartureField = ({ departures, chosen, all, onChange }: Props) => (
  <SelectField
    key={chosen}
    name="departure"
    label="Departure"
    defaultValue={chosen === null ? '' : String(chosen)}
    onChange={onChange}
  >
    {all && <option value="">{all}</option>}
    {departures.map(({ id, dates }) => (
      <option key={id} value={id}>
        {dates}
      </option>
    ))}
  </SelectField>
)
