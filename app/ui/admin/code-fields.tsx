import { CODE_AT_MOST } from '#app/staff/code-forms'
import { TextField } from '#app/ui/field'

type Field = { id: string; errors?: string[] | undefined }
type Props = {
  fields: { code: Field; recoveryCode: Field }
  /** The codes of the app are of no use. */
  isUnreadable: boolean
  /** Where no field stands before these. */
  isFirst?: boolean
}

/** A code of the app, or, unfolded, a recovery code: one of the two. */
export function CodeFields({ fields: { code, recoveryCode }, isUnreadable, isFirst = false }: Props) {
  const isRecovering = isUnreadable || Boolean(recoveryCode.errors)
  return (
    <>
      <TextField
        id={code.id}
        name="code"
        label="The six digits from your app"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={CODE_AT_MOST}
        autoFocus={Boolean(code.errors) || (isFirst && !isRecovering)}
        errors={code.errors}
      />
      <details open={isRecovering}>
        <summary className="cursor-pointer py-1.5 font-semibold text-umber text-xs underline underline-offset-5">
          Use a recovery code instead
        </summary>
        <TextField
          id={recoveryCode.id}
          name="recoveryCode"
          label="Recovery code"
          hint="One of the ten that you wrote down or printed. Each works once."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={CODE_AT_MOST}
          autoFocus={!code.errors && (Boolean(recoveryCode.errors) || (isFirst && isUnreadable))}
          errors={recoveryCode.errors}
          className="mt-3"
        />
      </details>
    </>
  )
}
