import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { machineNow, thisMoment } from '#app/platform/clock.server'
import { qrCode } from '#app/platform/qr-code.server'
import { readSubmission } from '#app/server/guards/read-form.server'
import { requireStaff, sessionTokenOf } from '#app/server/guards/staff-session.server'
import { setUpOf, turnOn } from '#app/staff/own-account.server'
import { CODE_AT_MOST, FirstCodeForm, SET_UP_MINUTES } from '#app/staff/user-forms'
import { secretField } from '#app/ui/admin/admin-fields'
import { revalidateAfterError, stayOnFailure, useLastActionData } from '#app/ui/admin/admin-form'
import { AdminHeading, AdminLink, AdminPanel, adminHead } from '#app/ui/admin/admin-parts'
import { useStaffForm } from '#app/ui/admin/staff-form'
import { TextField } from '#app/ui/field'
import { Notice } from '#app/ui/notice'
import { QrPicture } from '#app/ui/qr-picture'
import { ownPage, refuseForm } from './account-forms.server'
import { RecoveryCodesPanel, TwoStepForm } from './two-step-parts'

/** The secret for the app; null once it is on, or the half hour is over. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see own account')
  const setUp = setUpOf(staff, machineNow())
  return {
    ownPage: ownPage(staff),
    app: setUp && {
      address: setUp.address,
      qr: qrCode(setUp.address),
      letters: setUp.letters.match(/.{1,4}/g)?.join(' ') ?? '',
    },
  }
}

/** Answers with the recovery codes, without a redirect: they are shown once and stored only as hashes. */
export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change own account')
  const submission = await readSubmission(request, FirstCodeForm)
  if (submission.status !== 'success') return refuseForm(submission)

  const by = { staff, sessionToken: await sessionTokenOf(request) }
  const on = await turnOn(submission.value.code, by, thisMoment())
  if ('codes' in on) return data({ codes: on.codes, submission: null })
  return refuseForm(submission, { fieldErrors: { code: [on.refused === 'wrong' ? WRONG : ENDED] } })
}

const WRONG = 'This is not the current code. Please type the one that your app shows now.'
const ENDED = 'The time for it is up. Please start again.'

export const clientAction = stayOnFailure({ title: 'Two-step sign-in was not turned on' })
export const shouldRevalidate = revalidateAfterError

export const meta = () => adminHead('Two-step sign-in')

type Loaded = Awaited<ReturnType<typeof loader>>

export default function FirstCodePage() {
  const { app, ownPage } = useLoaderData<typeof loader>()
  const answer = useLastActionData<typeof action>()
  if (answer && 'codes' in answer) {
    return <RecoveryCodesPanel title="Two-step sign-in is on" codes={answer.codes} doneTo={ownPage} />
  }
  return (
    <>
      <AdminHeading title="Set up two-step sign-in" />
      {app ? <AppSetUp app={app} ownPage={ownPage} /> : <NothingToSetUp />}
    </>
  )
}

function AppSetUp({ app, ownPage }: { app: NonNullable<Loaded['app']>; ownPage: string }) {
  const answer = useLastActionData<typeof action>()
  const [form, fields] = useStaffForm(FirstCodeForm, {
    id: 'first-code',
    lastResult: answer?.submission,
  })
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <AdminPanel title="1. Tell your app">
        <p className="mb-4 text-admin-soft text-sm">Scan this with your authenticator app.</p>
        <QrPicture
          code={app.qr}
          label="QR code for your authenticator app"
          className="border border-admin-line"
        />
        <p className="mt-4 text-admin-soft text-sm">
          On this device?{' '}
          <a href={app.address} className="font-semibold text-umber underline underline-offset-5">
            Open it in your app
          </a>
          . Or type this key into the app, as a time-based one:
        </p>
        <p className="mt-2 rounded-field bg-admin p-3 font-mono text-sm">
          <code>{app.letters}</code>
        </p>
      </AdminPanel>
      <AdminPanel title="2. Type the first code">
        <TwoStepForm
          form={form}
          action="/admin/users/two-step/app"
          label="Turn on"
          busyLabel="Turning on..."
          cancelTo={ownPage}
        >
          <p className="text-admin-soft text-sm">Nothing changes until it is right.</p>
          <TextField
            {...secretField(fields.code)}
            label="The six digits from your app"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={CODE_AT_MOST}
            autoFocus={Boolean(fields.code.errors)}
            required
          />
        </TwoStepForm>
      </AdminPanel>
    </div>
  )
}

const NothingToSetUp = () => (
  <Notice
    tone="wait"
    title="There is nothing to set up here"
    actions={<AdminLink to="/admin/users/two-step">Begin again</AdminLink>}
  >
    It is on already, or more than {SET_UP_MINUTES} minutes have passed since your password was asked for.
  </Notice>
)
