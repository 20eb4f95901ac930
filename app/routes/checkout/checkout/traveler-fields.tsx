import type { FormMetadata } from '@conform-to/react'
import type { z } from 'zod'
import type { CheckoutForm } from '#app/bookings/checkout-form'
import { TRAVELER_LIMITS } from '#app/bookings/traveler-form'
import { TextField } from '#app/ui/text-field'

type Fields = ReturnType<FormMetadata<z.input<typeof CheckoutForm>>['getFieldset']>

type Line = {
  name: keyof typeof TRAVELER_LIMITS
  label: string
  autoComplete: string
  type?: 'email' | 'tel'
  half?: boolean
}

const LINES: Line[] = [
  { name: 'name', label: 'Full name', autoComplete: 'name' },
  { name: 'email', label: 'Email', autoComplete: 'email', type: 'email', half: true },
  { name: 'phone', label: 'Phone', autoComplete: 'tel', type: 'tel', half: true },
  { name: 'address', label: 'Address', autoComplete: 'address-line1' },
  { name: 'city', label: 'City', autoComplete: 'address-level2', half: true },
  { name: 'state', label: 'State', autoComplete: 'address-level1', half: true },
  { name: 'zipCode', label: 'ZIP code', autoComplete: 'postal-code', half: true },
  { name: 'country', label: 'Country', autoComplete: 'country-name', half: true },
]

/** Who travels; all but the telephone number is required. */
export function TravelerFields({ fields }: { fields: Fields }) {
  const firstWrong = LINES.find(({ name }) => fields[name].errors?.length)?.name
  return (
    <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
      {LINES.map(({ name, label, half, ...input }) => (
        <TextField
          key={name}
          {...input}
          id={fields[name].id}
          name={name}
          label={label}
          errors={fields[name].errors}
          defaultValue={String(fields[name].initialValue ?? '')}
          maxLength={TRAVELER_LIMITS[name]}
          required={name !== 'phone'}
          optional={name === 'phone'}
          autoFocus={name === firstWrong}
          dir="auto"
          className={half ? '' : 'sm:col-span-2'}
        />
      ))}
    </div>
  )
}
