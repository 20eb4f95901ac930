import { useState } from 'react'
import { CountedField, FileField, PasswordField, TickField } from '#app/ui/admin/admin-fields'
import { DepartureField } from '#app/ui/admin/list-controls'
import { ChoiceCards } from '#app/ui/choice-cards'
import { SelectField, TextAreaField, TextField } from '#app/ui/field'
import { Part } from './part'

const WRONG = ['Please write at least two words']

/** What is typed and chosen. */
export function FormParts() {
  const [plan, setPlan] = useState<'deposit' | 'full'>('deposit')
  return (
    <>
      <h2 className="type-h3 mt-8 mb-4">Forms</h2>
      <Part name="One line">
        <TextField label="Empty" name="empty" />
        <TextField label="With a hint" name="hinted" hint="As in your passport" optional />
        <TextField label="Refused" name="refused" defaultValue="Ann" errors={WRONG} />
        <TextField label="Not to be changed" name="disabled" defaultValue="TS-ABC123" disabled />
        <PasswordField label="A password" name="password" autoComplete="off" />
      </Part>
      <Part name="Several lines">
        <TextAreaField label="A message" name="message" rows={3} hint="At most 5,000 characters." />
        <TextAreaField label="A refused message" name="refused-message" rows={2} errors={WRONG} />
        <CountedField label="Counted" name="counted" atMost={20} defaultValue="Longer than it may be" />
      </Part>
      <Part name="Choices">
        <SelectField label="A room" name="room">
          <option>Double room</option>
          <option>Single room</option>
        </SelectField>
        <SelectField label="A refused choice" name="refused-room" errors={WRONG}>
          <option>Choose one</option>
        </SelectField>
        <DepartureField
          departures={[{ id: 1, dates: 'Oct 16 to Oct 27, 2025' }]}
          chosen={null}
          all="All departures"
        />
        <ChoiceCards
          legend="How to pay"
          name="plan"
          value={plan}
          onChange={setPlan}
          options={[
            { value: 'deposit', title: 'Pay the deposit', detail: 'Two installments follow', price: '$500' },
            { value: 'full', title: 'Pay in full', price: '$4,500' },
          ]}
        />
        <TickField id="tick" name="tick" label="Featured" hint="The home page shows it." defaultChecked />
        <FileField label="A photograph" name="photo" hint="JPEG, PNG or WebP" />
        <FileField label="A refused photograph" name="refused-photo" errors={WRONG} />
      </Part>
    </>
  )
}
