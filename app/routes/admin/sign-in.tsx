import { getFormProps } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useNavigation, useSearchParams } from '@remix-run/react'
import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { thisMoment } from '#app/platform/clock.server'
import { namedFields, postedForm } from '#app/server/guards/read-form.server'
import {
  beginHere,
  requestedPage,
  requestOrigin,
  returnStatus,
  secondStepCookieFor,
  signedInStaff,
} from '#app/server/guards/staff-session.server'
import { isUnsavedForm, UNSAVED_FIELD, unsavedIn, unsavedOf } from '#app/server/guards/unsaved-form'
import { BUSY, BUSY_SECONDS, type RequestOrigin, waitWords } from '#app/staff/guesses.server'
import { type SecondStep, type SignedIn, signIn } from '#app/staff/sign-in.server'
import { SECOND_STEP_MINUTES, SignInForm } from '#app/staff/user-forms'
import { filledIn, secretField } from '#app/ui/admin/admin-fields'
import { NotSent, stayOnFailure, useLastActionData } from '#app/ui/admin/admin-form'
import { adminHead } from '#app/ui/admin/admin-parts'
import { useStaffForm } from '#app/ui/admin/staff-form'
import { Button } from '#app/ui/button'
import { TextField } from '#app/ui/field'
import { TextLink } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { PageHeading, Panel } from '#app/ui/panel'
import type { PageHandle } from '#app/ui/shell/page-handle'

export const handle: PageHandle = { quiet: true }

const authenticator = (origin: RequestOrigin) =>
  new Authenticator<SignedIn>().use(
    new FormStrategy(({ form }) => {
      const typed = { username: String(form.get('username')), password: String(form.get('password')) }
      return signIn(typed, origin, thisMoment())
    }),
    'password',
  )

/** /admin and /admin/login both show this form; staff who are signed in go on. */
export async function loader({ request }: LoaderFunctionArgs) {
  if (await signedInStaff(request)) throw redirect(requestedPage(request))
  return null
}

export async function action({ request, context }: ActionFunctionArgs) {
  // The strategy reads the body itself, so it gets the request; the check gets a copy.
  const posted = await postedForm(request.clone())
  const unread = request.clone()
  if (isUnsavedForm(request))
    return data({ submission: null, unsaved: unsavedIn(posted) ?? unsavedOf(posted) }, { status: 401 })

  const unsaved = unsavedIn(posted)
  const submission = parseWithZod(namedFields(posted, Object.keys(SignInForm.shape)), { schema: SignInForm })
  const stays = (formErrors?: string[]) => ({
    submission: submission.reply({ hideFields: ['password'], formErrors }),
    unsaved,
  })
  if (submission.status !== 'success') return data(stays(), { status: 400 })

  const origin = await requestOrigin(request, context.clientAddress)
  const signedIn = await authenticator(origin).authenticate('password', request)
  if ('staff' in signedIn) {
    const headers = await beginHere(request, signedIn.staff)
    // Goes back with what was typed, which the browser sends to that page.
    const to = requestedPage(request)
    return redirect(to, { status: await returnStatus(unread, to), headers })
  }
  if ('step' in signedIn) return askForCode(request, signedIn.step, unsaved)
  const { words, status, retryAfter } = refusalOf(signedIn)
  return data(stays([words]), { status, headers: retryAfter ? { 'Retry-After': retryAfter } : {} })
}

/** To the second page, with everything sent to this one. */
async function askForCode(request: Request, step: SecondStep, unsaved: string | null) {
  const next = new URLSearchParams({ next: new URL(request.url).searchParams.get('next') ?? '' })
  const headers = { 'Set-Cookie': await secondStepCookieFor(step) }
  return unsaved
    ? redirect(`/admin/login/code?${next}&typed`, { status: 307, headers })
    : redirect(`/admin/login/code?${next}`, { headers })
}

function refusalOf(signedIn: Extract<SignedIn, { refused: string }>) {
  switch (signedIn.refused) {
    case 'wrong':
      return { words: 'Invalid credentials. Please try again.', status: 401 }
    case 'busy':
      return { words: BUSY, status: 503, retryAfter: BUSY_SECONDS }
    case 'too-often':
      return { words: waitWords(signedIn.seconds), status: 429, retryAfter: String(signedIn.seconds) }
  }
}

export const clientAction = stayOnFailure({ title: 'Failed to sign in' })

export const meta = () => adminHead('Sign in')

export default function SignInPage() {
  const navigation = useNavigation()
  const answer = useLastActionData<typeof action>()
  const [query] = useSearchParams()
  const unsaved = answer?.unsaved
  const [form, fields] = useStaffForm(SignInForm, {
    id: 'sign-in',
    lastResult: answer?.submission,
  })
  return (
    <div className="wrap-text pb-20">
      <PageHeading title="Sign in" lead="For the people who run the journeys." />
      {query.has('again') && !unsaved && <StartOverNotice />}
      {(unsaved || query.has('typed')) && <SignedOutNotice isRetained={Boolean(unsaved)} />}
      <Panel>
        <Form
          method="post"
          action={
            query.has('typed')
              ? `/admin/login?${new URLSearchParams({ next: query.get('next') ?? '' })}`
              : undefined
          }
          {...(unsaved && { encType: 'multipart/form-data', reloadDocument: true })}
          {...getFormProps(form)}
          className="grid gap-5"
        >
          {unsaved && <input type="hidden" name={UNSAVED_FIELD} value={unsaved} />}
          <TextField {...filledIn(fields.username)} label="Username" autoComplete="username" required />
          <TextField
            {...secretField(fields.password)}
            type="password"
            label="Password"
            autoComplete="current-password"
            required
          />
          <NotSent refused={form.errors?.[0]} />
          <Button busy={navigation.state !== 'idle'} busyLabel="Signing in...">
            Sign in
          </Button>
        </Form>
      </Panel>
      <p className="mt-6">
        <TextLink to="/admin/forgot">Forgot your password?</TextLink>
      </p>
    </div>
  )
}

/** The second step was too late, or is no longer valid. */
const StartOverNotice = () => (
  <Notice tone="wait" role="alert" title="Please sign in once more" className="mb-6">
    More than {SECOND_STEP_MINUTES} minutes have passed, or the account’s password was changed in the
    meantime.
  </Notice>
)

/** A form was sent after the session had ended. */
const SignedOutNotice = ({ isRetained }: { isRetained: boolean }) => (
  <Notice tone="wait" role="alert" title="You have been signed out, so nothing was saved" className="mb-6">
    {isRetained
      ? 'Sign in, and what you typed is back in its form.'
      : 'What you sent was too large to be kept here. Your browser’s back button may bring it back.'}
  </Notice>
)
