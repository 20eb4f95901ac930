import { type ComponentProps, type InputHTMLAttributes, useEffect, useState } from 'react'
import { CODE_AT_MOST, PASSWORD_AT_LEAST } from '#app/staff/user-forms'
import { secretField } from '#app/ui/admin/admin-fields'
import { FIELD_LOOK, FieldFrame, type FieldProps, TextField, useField } from '#app/ui/field'
import { VisuallyHidden } from '#app/ui/link'

// Apart from admin-fields: guests' pages use those, and would load the schema of codes.

type SecretField = Parameters<typeof secretField>[0]
type PasswordFieldProps = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'type'>

/** A password that can be shown while typing; that button needs scripts. */
export function PasswordField(props: PasswordFieldProps) {
  const { frame, control } = useField(props)
  const [canShow, setCanShow] = useState(false)
  const [shown, setShown] = useState(false)
  useEffect(() => setCanShow(true), [])
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <input
          {...control}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          className={`${FIELD_LOOK} h-12.5 ${canShow ? 'pr-18' : ''}`}
        />
        {canShow && (
          <button
            type="button"
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-1 right-1 min-w-14 rounded-field px-3 text-xs font-semibold text-umber hover:bg-admin"
          >
            <span>{shown ? 'Hide' : 'Show'}</span>
            <VisuallyHidden> {frame.label}</VisuallyHidden>
          </button>
        )}
      </div>
    </FieldFrame>
  )
}

type CurrentPasswordProps = Partial<ComponentProps<typeof TextField>> & {
  field: SecretField
  /** For password managers, where the form does not say whose it is. */
  username?: string
}

/** The password again, before something of the account changes. */
export const CurrentPassword = ({ field, username, ...input }: CurrentPasswordProps) => (
  <>
    {username && (
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
    )}
    <TextField
      {...secretField(field)}
      type="password"
      label="Current Password"
      autoComplete="current-password"
      autoFocus={Boolean(field.errors)}
      required
      {...input}
    />
  </>
)

type NewPasswordProps = {
  fields: { newPassword: SecretField; confirmPassword: SecretField }
  /** Whether a field above is wrong and takes the focus. */
  isAfterWrong?: boolean
}

export const NewPasswordFields = ({ fields, isAfterWrong = false }: NewPasswordProps) => (
  <>
    <PasswordField
      {...secretField(fields.newPassword)}
      label="New Password"
      hint={`At least ${PASSWORD_AT_LEAST} characters.`}
      autoComplete="new-password"
      autoFocus={Boolean(fields.newPassword.errors && !isAfterWrong)}
      required
    />
    <PasswordField
      {...secretField(fields.confirmPassword)}
      label="Confirm New Password"
      autoComplete="new-password"
      autoFocus={Boolean(fields.confirmPassword.errors && !fields.newPassword.errors && !isAfterWrong)}
      required
    />
  </>
)

type CodeProps = {
  fields: { code: SecretField; recoveryCode: SecretField }
  /** The app's codes cannot be checked. */
  isUnreadable: boolean
  /** Where no field is above. */
  isFirst?: boolean
}

/** A code of the app or, unfolded, a recovery code. */
export function CodeFields({ fields: { code, recoveryCode }, isUnreadable, isFirst = false }: CodeProps) {
  const isRecovering = isUnreadable || Boolean(recoveryCode.errors)
  return (
    <>
      <TextField
        {...secretField(code)}
        label="The six digits from your app"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={CODE_AT_MOST}
        autoFocus={Boolean(code.errors) || (isFirst && !isRecovering)}
      />
      <details open={isRecovering}>
        <summary className="cursor-pointer py-1.5 font-semibold text-umber text-xs underline underline-offset-5">
          Use a recovery code instead
        </summary>
        <TextField
          {...secretField(recoveryCode)}
          label="Recovery code"
          hint="One of the ten that you wrote down or printed. Each works once."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={CODE_AT_MOST}
          autoFocus={!code.errors && (Boolean(recoveryCode.errors) || (isFirst && isUnreadable))}
          className="mt-3"
        />
      </details>
    </>
  )
}
