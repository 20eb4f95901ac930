import { Form } from '@remix-run/react'
import type { ComponentProps } from 'react'
import { DepartureField } from './departure-field'
import { deskButton } from './desk-button'

type Props = Omit<ComponentProps<typeof DepartureField>, 'onChange'>

/** Shows a page of the desk for another departure; nothing where there is only one. */
export const DepartureFilter = ({ departures, ...field }: Props) =>
  departures.length > 1 && (
    <Form className="desk-no-print mb-5 grid items-end gap-3 sm:grid-cols-[20rem_auto_1fr]">
      <DepartureField departures={departures} {...field} />
      <button type="submit" className={deskButton('plain', 'h-12.5')}>
        Show
      </button>
    </Form>
  )
