import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { thisMoment } from '#app/platform/clock.server'
import { EMAIL_AT_MOST } from '#app/platform/typed/fields'
import { readSubmission } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { createUser } from '#app/staff/create-user.server'
import { ROLES } from '#app/staff/rights'
import { NewUserForm, PASSWORD_AT_LEAST, USERNAME_AT_LEAST } from '#app/staff/user-forms'
import { filledIn, secretField } from '#app/ui/admin/admin-fields'
import {
  stayOnFailure,
  useFailureToast,
  useFocusOnOpen,
  useLastActionData,
  useLastResult,
} from '#app/ui/admin/admin-form'
import { adminHead } from '#app/ui/admin/admin-parts'
import { RouteDialog } from '#app/ui/admin/route-dialog'
import { PasswordField } from '#app/ui/admin/secret-fields'
import { useStaffForm } from '#app/ui/admin/staff-form'
import { SelectField, TextField } from '#app/ui/field'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { refuseForm } from './account-forms.server'
import {
  COMMON_PASSWORD,
  EMAIL_TAKEN,
  MANY_LETTERS,
  USER_CREATED,
  USER_NOT_CREATED,
  USERNAME_TAKEN,
  UserForm,
} from './user-form'

const HERE = '/admin/users/new'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see users')
  return null
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change users')
  const submission = await readSubmission(request, NewUserForm)
  if (submission.status !== 'success') return refuseForm(submission)

  const created = await createUser(submission.value, staff, thisMoment())
  if ('user' in created) return redirectWithToast('/admin/users', USER_CREATED)
  if (created.refused === 'signed-out') throw redirect('/admin/login')
  const [field, words, status] = NOT_CREATED[created.refused]
  const failed = { ...USER_NOT_CREATED, description: words }
  return refuseForm(submission, { fieldErrors: { [field]: [words] }, failed, status })
}

const NOT_CREATED = {
  taken: ['username', USERNAME_TAKEN, 409],
  'email-taken': ['email', EMAIL_TAKEN, 409],
  'too-often': ['email', MANY_LETTERS, 429],
  'common-password': ['password', COMMON_PASSWORD, 400],
} as const

export const clientAction = stayOnFailure(USER_NOT_CREATED)

export const meta = () => adminHead('Create New Admin User')

export default function NewUserDialog() {
  const answer = useLastActionData<typeof action>()
  useFailureToast(answer)
  const [form, fields] = useStaffForm(NewUserForm, {
    id: 'new-user',
    lastResult: useLastResult(answer?.submission),
  })
  useFocusOnOpen(fields.username.id)
  return (
    <RouteDialog title="Create New Admin User" closeTo="/admin/users">
      <UserForm form={form} action={HERE} label="Create User" busyLabel="Creating...">
        <TextField
          {...filledIn(fields.username)}
          label="Username"
          hint={`At least ${USERNAME_AT_LEAST} characters. They sign in with it.`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={Boolean(fields.username.errors)}
          required
        />
        <TextField
          {...filledIn(fields.email)}
          type="email"
          label="Email"
          hint="They confirm it by a link that we send. It is how they get a link to a new password."
          autoComplete="off"
          maxLength={EMAIL_AT_MOST}
          autoFocus={Boolean(fields.email.errors && !fields.username.errors)}
          optional
        />
        <PasswordField
          {...secretField(fields.password)}
          label="Password"
          hint={`At least ${PASSWORD_AT_LEAST} characters. Give it to them yourself; they can change it.`}
          autoComplete="new-password"
          autoFocus={Boolean(fields.password.errors && !fields.username.errors && !fields.email.errors)}
          required
        />
        <SelectField
          {...filledIn(fields.role)}
          label="Role"
          hint="A bookkeeper reads money and figures, enters costs and closes months; a guide sees the departures they are assigned to."
          defaultValue={fields.role.initialValue ?? 'admin'}
        >
          {Object.entries(ROLES).map(([role, label]) => (
            <option key={role} value={role}>
              {label}
            </option>
          ))}
        </SelectField>
      </UserForm>
    </RouteDialog>
  )
}
