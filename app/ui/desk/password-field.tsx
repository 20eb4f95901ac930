import { type InputHTMLAttributes, useEffect, useState } from 'react'
import { FIELD_LOOK, FieldFrame, type FieldProps, useFieldWiring } from '#app/ui/field-frame'
import { VisuallyHidden } from '#app/ui/visually-hidden'

type Props = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'type'>

/** A password that can be shown while it is typed; without scripts there is no button that could not. */
export function PasswordField({ label, errors, hint, className, id, ...input }: Props) {
  const wiring = useFieldWiring({ id, errors, hint })
  const [canShow, setCanShow] = useState(false)
  const [shown, setShown] = useState(false)
  useEffect(() => setCanShow(true), [])
  return (
    <FieldFrame {...{ label, errors, hint, wiring, className }}>
      <div className="relative">
        <input
          {...input}
          {...wiring.control}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          className={`${FIELD_LOOK} h-12.5 ${canShow ? 'pr-18' : ''}`}
        />
        {canShow && (
          <button
            type="button"
            aria-controls={wiring.control.id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-1 right-1 min-w-14 rounded-field px-3 text-xs font-semibold text-umber hover:bg-desk"
          >
            {shown ? 'Hide' : 'Show'}
            <VisuallyHidden> {label}</VisuallyHidden>
          </button>
        )}
      </div>
    </FieldFrame>
  )
}
