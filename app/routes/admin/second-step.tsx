import { getFormProps } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData, useNavigation, useSearchParams } from '@remix-run/react'
import { machineNow, thisMoment } from '#app/platform/clock.server'
import { fieldsOf, namedFields, postedForm } from '#app/server/guards/read-form.server'
import {
  beginHere,
  codeRefusal,
  forgetSecondStep,
  requestedPage,
  requestOrigin,
  returnStatus,
  secondStepOf,
  signedInStaff,
  UNREADABLE,
} from '#app/server/guards/staff-session.server'
import { isUnsavedForm, UNSAVED_FIELD, unsavedIn } from '#app/server/guards/unsaved-form'
import { type SignedInByCode, secondStepAt, signInByCode } from '#app/staff/sign-in.server'
import { codeTyped, SecondStepForm } from '#app/staff/user-forms'
import { NotSent, stayOnFailure, useLastActionData } from '#app/ui/admin/admin-form'
import { adminHead } from '#app/ui/admin/admin-parts'
import { CodeFields } from '#app/ui/admin/secret-fields'
import { useStaffForm } from '#app/ui/admin/staff-form'
import { Button } from '#app/ui/button'
import { TextLink } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { PageHeading, Panel } from '#app/ui/panel'
import type { PageHandle } from '#app/ui/shell/page-handle'
import { redirectWithToast } from '#app/ui/toasts/flash.server'

export const handle: PageHandle = { quiet: true }

/** Asks for a code after a right password; anyone already signed in goes on. */
export async function loader({ request }: LoaderFunctionArgs) {
  if (await signedInStaff(request)) throw redirect(requestedPage(request))
  const step = await secondStepOf(request)
  const open = step && secondStepAt(step, machineNow())
  if (!open) throw redirect(signInAgainPath(request))
  return { unreadable: open.isReadable ? null : UNREADABLE }
}

/** The first page, which says why it is shown again. */
const signInAgainPath = ({ url }: Request): string =>
  `/admin/login?again&${new URLSearchParams({ next: new URL(url).searchParams.get('next') ?? '' })}`

export async function action({ request, context }: ActionFunctionArgs) {
  const posted = await postedForm(request.clone())
  const unsaved = unsavedIn(posted)
  const step = await secondStepOf(request)
  if (!step || !secondStepAt(step, machineNow())) return startOver(request, unsaved)
  if (isUnsavedForm(request)) return data({ submission: null, unsaved })

  const submission = parseWithZod(namedFields(posted, fieldsOf(SecondStepForm)), { schema: SecondStepForm })
  const stays = (errors = {}) => ({
    submission: submission.reply({ hideFields: Object.keys(SecondStepForm.shape), ...errors }),
    unsaved,
  })
  if (submission.status !== 'success') return data(stays(), { status: 400 })

  const { field, typed } = codeTyped(submission.value)
  const origin = await requestOrigin(request, context.clientAddress)
  const signedIn = await signInByCode(step, typed, origin, thisMoment())
  if ('staff' in signedIn) return goOn(request, signedIn)
  if (signedIn.refused === 'ended') return startOver(request, unsaved)
  const { errors, status, headers } = codeRefusal(signedIn, field)
  return data(stays(errors), { status, headers })
}

const startOver = (request: Request, unsaved: string | null) =>
  unsaved ? redirect(`${signInAgainPath(request)}&typed`, 307) : redirect(signInAgainPath(request))

async function goOn(request: Request, { staff, left }: Extract<SignedInByCode, { staff: unknown }>) {
  const headers = await beginHere(request, staff)
  headers.append('Set-Cookie', await forgetSecondStep())
  // As from the first page: back with what was typed.
  const to = requestedPage(request)
  const init = { status: await returnStatus(request, to), headers }
  return left === null ? redirect(to, init) : redirectWithToast(to, recoveryCodeGone(left), init)
}

const recoveryCodeGone = (left: number) =>
  ({
    tone: 'success',
    title: 'You signed in with a recovery code',
    description: `${left === 1 ? '1 is' : `${left} are`} left. You can make new ones on your own page.`,
  }) as const

export const clientAction = stayOnFailure({ title: 'Failed to sign in' })

export const meta = () => adminHead('Sign in')

export default function SecondStepPage() {
  const { unreadable } = useLoaderData<typeof loader>()
  const answer = useLastActionData<typeof action>()
  const [query] = useSearchParams()
  const next = new URLSearchParams({ next: query.get('next') ?? '' })
  const busy = useNavigation().state !== 'idle'
  const unsaved = answer?.unsaved
  const [form, fields] = useStaffForm(SecondStepForm, {
    id: 'second-step',
    lastResult: answer?.submission,
  })
  return (
    <div className="wrap-text pb-20">
      <PageHeading title="One more step" lead="Your account asks for a code in addition to its password." />
      {unreadable && <Notice tone="wait" title={unreadable} className="mb-6" />}
      <Panel>
        <Form
          method="post"
          action={`/admin/login/code?${next}`}
          {...(unsaved && { encType: 'multipart/form-data', reloadDocument: true })}
          {...getFormProps(form)}
          className="grid gap-5"
        >
          {unsaved && <input type="hidden" name={UNSAVED_FIELD} value={unsaved} />}
          <CodeFields fields={fields} isUnreadable={unreadable !== null} isFirst />
          <NotSent refused={form.errors?.[0]} />
          <Button busy={busy} busyLabel="Signing in...">
            Sign in
          </Button>
        </Form>
      </Panel>
      <p className="mt-6 text-sm">
        Don’t have either? Ask a colleague who manages accounts to let you in again. If there is none, ask the
        person who runs the site.
      </p>
      <p className="mt-3">
        <TextLink to={`/admin/login?${next}`}>Sign in as someone else</TextLink>
      </p>
    </div>
  )
}
