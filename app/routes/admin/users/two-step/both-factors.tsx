import type { SubmissionResult } from '@conform-to/react'
import { useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { CodeFields } from '#app/routes/admin/code-fields'
import { BothFactorsForm } from '#app/staff/second-factor/code-forms'
import { TextField } from '#app/ui/text-field'
import type { ShownFactor } from './own-two-step'
import { TwoStepForm } from './two-step-form'

type Props = {
  shown: { username: string; ownPage: string; factor: NonNullable<ShownFactor> }
  answered: SubmissionResult<string[]> | null | undefined
  action: string
  label: string
  busyLabel: string
  tone?: 'main' | 'danger'
}

/** Asks for the password and a code. */
export function BothFactors({ shown, answered, ...button }: Props) {
  const [form, fields] = useForm({
    id: 'both-factors',
    lastResult: answered,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: BothFactorsForm }),
    shouldRevalidate: 'onInput',
  })
  const { currentPassword } = fields
  return (
    <TwoStepForm form={form} cancelTo={shown.ownPage} {...button}>
      {/* Password managers ask which account this is. */}
      <input type="text" name="username" autoComplete="username" value={shown.username} readOnly hidden />
      <TextField
        id={currentPassword.id}
        name="currentPassword"
        type="password"
        label="Current Password"
        autoComplete="current-password"
        autoFocus={Boolean(currentPassword.errors)}
        errors={currentPassword.errors}
        required
      />
      <CodeFields fields={fields} isUnreadable={!shown.factor.isReadable} />
    </TwoStepForm>
  )
}
