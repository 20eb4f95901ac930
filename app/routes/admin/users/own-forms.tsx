import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import { EMAIL_AT_MOST } from '#app/platform/typed/limits'
import { IDLE_HOURS_AT_MOST, OwnEmailForm, SESSION_DAYS } from '#app/staff/user-forms'
import { type Failure, NotSent, useAdminAnswer, useLastResult } from '#app/ui/admin/admin-form'
import { AdminPanel, adminButton } from '#app/ui/admin/admin-parts'
import { Badge } from '#app/ui/badge'
import { SelectField, TextField } from '#app/ui/field'

const HOURS = Array.from({ length: IDLE_HOURS_AT_MOST }, (_, earlier) => earlier + 1)

/** When an admin area that was left alone signs itself out. */
export function IdleForm({ idleHours }: { idleHours: number }) {
  const saving = useNavigation().formAction === '/admin/users'
  return (
    <AdminPanel title="Automatic sign-out" className="mt-8 p-5">
      <Form
        method="post"
        action="/admin/users"
        preventScrollReset
        className="grid items-end gap-x-4 gap-y-3 sm:grid-cols-[16rem_auto_1fr]"
      >
        <SelectField key={idleHours} name="idleHours" label="After being idle for" defaultValue={idleHours}>
          {HOURS.map((hours) => (
            <option key={hours} value={hours}>
              {hours === 1 ? '1 hour' : `${hours} hours`}
            </option>
          ))}
        </SelectField>
        <button type="submit" aria-busy={saving} className={adminButton('plain', 'min-h-12.5')}>
          {saving ? 'Saving...' : 'Save'}
        </button>
      </Form>
      <NotSent className="mt-4" />
      <p className="mt-3 text-admin-soft text-xs">
        For everybody here. However much it is used, nobody stays signed in for more than {SESSION_DAYS} days.
      </p>
    </AdminPanel>
  )
}

/** What was refused. */
export type OwnEmailAnswer = { submission: SubmissionResult; failed?: Failure }

type Props = { id: number; email: string | null }

/** Where the link goes when somebody has forgotten their password: for themselves alone. */
export function OwnEmail({ id, email }: Props) {
  const here = `/admin/users/${id}`
  const saving = useNavigation().formAction === here
  const answer = useAdminAnswer<OwnEmailAnswer>()
  const [form, fields] = useForm({
    id: 'own-email',
    lastResult: useLastResult(answer?.submission),
    defaultValue: { email },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: OwnEmailForm }),
    shouldRevalidate: 'onInput',
  })
  return (
    <AdminPanel title="If you forget your password" className="mb-5 p-5">
      <p className="mb-4 text-admin-soft text-sm">
        {email
          ? 'A link to a new password can be sent to this address. Leave it empty to have none.'
          : 'With an address here, a link to a new password can be sent to you.'}
      </p>
      <Form
        method="post"
        action={here}
        preventScrollReset
        {...getFormProps(form)}
        className="grid items-start gap-x-4 gap-y-4.5 sm:grid-cols-2"
      >
        <TextField
          id={fields.email.id}
          name="email"
          type="email"
          label="Email"
          autoComplete="email"
          maxLength={EMAIL_AT_MOST}
          autoFocus={Boolean(fields.email.errors)}
          errors={fields.email.errors}
          defaultValue={fields.email.initialValue}
          optional
        />
        <TextField
          id={fields.currentPassword.id}
          name="currentPassword"
          type="password"
          label="Current Password"
          autoComplete="current-password"
          autoFocus={Boolean(fields.currentPassword.errors && !fields.email.errors)}
          errors={fields.currentPassword.errors}
          required
        />
        <NotSent className="sm:col-span-2" />
        <div className="sm:col-span-2">
          <button type="submit" disabled={saving} aria-busy={saving} className={adminButton('plain')}>
            {saving ? 'Saving...' : 'Save address'}
          </button>
        </div>
      </Form>
    </AdminPanel>
  )
}

export type ShownSession = { browser: string; times: string; isThis: boolean }

/** Where somebody is signed in, for themselves alone, and the way to end all of it. */
export const OwnSessions = ({ sessions }: { sessions: ShownSession[] }) => (
  <AdminPanel title="Where you are signed in" className="mb-8 p-5">
    <ul aria-label="Your sessions" className="max-h-96 overflow-y-auto" tabIndex={-1}>
      {sessions.map(({ browser, times, isThis }, place) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike in every word, and none has a state
          key={place}
          className="border-admin-line border-t py-2.5 text-sm first:border-t-0"
        >
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
            {browser || 'An unknown browser'}
            {isThis && <Badge tone="wait">This one</Badge>}
          </p>
          <p className="mt-0.5 text-admin-soft text-xs">{times}</p>
        </li>
      ))}
    </ul>
    {/* The browser's own form: the answer makes it forget what it kept of these pages. */}
    <form method="post" action="/admin/logout?everywhere" className="mt-3 flex flex-wrap items-center gap-3">
      <button type="submit" className={adminButton('danger')}>
        Sign out everywhere
      </button>
      <p className="min-w-0 flex-1 basis-52 text-admin-soft text-xs">
        Here too. If you do not know one of these, change your password as well.
      </p>
    </form>
  </AdminPanel>
)
