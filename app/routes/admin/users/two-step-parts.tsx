import { getFormProps, type SubmissionResult } from '@conform-to/react'
import { Form, useNavigation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { BothFactorsForm } from '#app/staff/user-forms'
import { NotSent } from '#app/ui/admin/admin-form'
import { AdminHeading, AdminLink, AdminPanel, adminButton } from '#app/ui/admin/admin-parts'
import { CodeFields, CurrentPassword } from '#app/ui/admin/secret-fields'
import { useStaffForm } from '#app/ui/admin/staff-form'
import { Badge } from '#app/ui/badge'
import { Spinner } from '#app/ui/button'
import { Notice } from '#app/ui/notice'
import { showToast } from '#app/ui/toasts/toast-message'
import type { FormProps } from './user-form'

/** With this many left or fewer, we ask for new ones. */
const FEW_CODES = 3

type Props<Fields extends Record<string, unknown>> = FormProps<Fields> & {
  tone?: 'main' | 'danger'
  /** The own page. */
  cancelTo: string
}

/** The frame of a form about one's own two-step sign-in. */
export function TwoStepForm<Fields extends Record<string, unknown>>(props: Props<Fields>) {
  const { form, action, label, busyLabel, tone = 'main', cancelTo, children } = props
  const busy = useNavigation().formAction === action
  return (
    <Form method="post" action={action} {...getFormProps(form)} className="grid max-w-md gap-4.5">
      {children}
      <NotSent refused={form.errors?.[0]} />
      <div className="mt-1 flex flex-wrap gap-2.5">
        <button type="submit" disabled={busy} aria-busy={busy} className={adminButton(tone)}>
          {busy && <Spinner className="size-4" />}
          {busy ? busyLabel : label}
        </button>
        <AdminLink to={cancelTo}>Cancel</AdminLink>
      </div>
    </Form>
  )
}

/** Null for an account without a second factor. */
export type ShownFactor = { left: number; isReadable: boolean } | null

/** Whether one's own account asks for a code in addition to the password. */
export const OwnTwoStep = ({ factor }: { factor: ShownFactor }) => (
  <AdminPanel
    title="Two-step sign-in"
    className="mb-5 p-5"
    actions={<Badge tone={factor ? 'success' : 'wait'}>{factor ? 'On' : 'Off'}</Badge>}
  >
    {factor ? <On {...factor} /> : <Off />}
  </AdminPanel>
)

const Off = () => (
  <>
    <p className="mb-4 text-admin-soft text-sm">
      With it, your password alone is not enough: signing in also asks for a code from an app on your phone.
    </p>
    <AdminLink to="/admin/users/two-step" tone="main">
      Set up
    </AdminLink>
  </>
)

const On = ({ left, isReadable }: NonNullable<ShownFactor>) => (
  <>
    <p className="mb-4 text-admin-soft text-sm">
      You sign in with your password and a code from your app. {codesLeft(left)}
    </p>
    {!isReadable && (
      <Notice tone="wait" title="The site can no longer check the codes of your app" className="mb-4">
        Turn it off with a recovery code, then set it up again.
      </Notice>
    )}
    {left <= FEW_CODES && (
      <Notice tone="wait" title={`Only ${left} left: make new recovery codes soon`} className="mb-4">
        Without a code and without your phone you cannot sign in.
      </Notice>
    )}
    <div className="flex flex-wrap gap-2.5">
      <AdminLink to="/admin/users/two-step/codes">New recovery codes</AdminLink>
      <AdminLink to="/admin/users/two-step/off" tone="danger">
        Turn off
      </AdminLink>
    </div>
  </>
)

const codesLeft = (left: number): string =>
  left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`

type BothFactorsProps = Pick<Props<never>, 'action' | 'label' | 'busyLabel' | 'tone'> & {
  shown: { username: string; ownPage: string; factor: NonNullable<ShownFactor> }
  answered: SubmissionResult<string[]> | null | undefined
}

/** Asks for the password and a code. */
export function BothFactors({ shown, answered, ...button }: BothFactorsProps) {
  const [form, fields] = useStaffForm(BothFactorsForm, {
    id: 'both-factors',
    lastResult: answered,
  })
  return (
    <TwoStepForm form={form} cancelTo={shown.ownPage} {...button}>
      <CurrentPassword username={shown.username} field={fields.currentPassword} />
      <CodeFields fields={fields} isUnreadable={!shown.factor.isReadable} />
    </TwoStepForm>
  )
}

type RecoveryCodesPanelProps = { title: string; codes: string[]; doneTo: string }

/** The codes, once. The button that was pressed is gone: focus goes to the page's heading. */
export function RecoveryCodesPanel({ title, codes, doneTo }: RecoveryCodesPanelProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.closest('main')?.querySelector<HTMLElement>('h1')?.focus()
    showToast({ tone: 'success', title })
  }, [title])
  return (
    <>
      <AdminHeading title={title} />
      <Notice
        ref={place}
        tone="wait"
        role="status"
        title="Print or write down these recovery codes now"
        className="mb-5"
      >
        They are shown this once. Each signs you in once instead of a code from your app, for example when
        your phone is lost. Keep them where you keep other keys, and not on that phone.
      </Notice>
      <AdminPanel title="Your recovery codes">
        <ul aria-label="Recovery codes" className="grid max-w-md grid-cols-1 gap-x-8 gap-y-2 sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code} className="font-mono text-base">
              {code}
            </li>
          ))}
        </ul>
        <div className="admin-no-print mt-5 flex flex-wrap gap-2.5">
          <AdminLink to={doneTo} tone="main">
            I have them
          </AdminLink>
          <button
            type="button"
            onClick={() => void copy(codes)}
            className={adminButton('plain', '[@media(scripting:none)]:hidden')}
          >
            Copy
          </button>
        </div>
      </AdminPanel>
    </>
  )
}

async function copy(codes: string[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(codes.join('\n'))
    showToast({ tone: 'success', title: 'The codes are on your clipboard' })
  } catch {
    const title = 'The codes could not be copied'
    showToast({ tone: 'failure', title, description: 'Please print or write them down.' })
  }
}
