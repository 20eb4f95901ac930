import { getFormProps, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { Form, useActionData, useNavigation } from '@remix-run/react'
import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { now } from '#app/clock.server'
import { pageAskedFor, sessionCookie, signedInStaff } from '#app/routes/admin/staff-session.server'
import { readForm } from '#app/routes/read-form.server'
import { waitWords } from '#app/staff/guesses.server'
import { type SignedIn, signIn } from '#app/staff/sign-in.server'
import { SignInForm } from '#app/staff/sign-in-form'
import { Button } from '#app/ui/button'
import { deskHead } from '#app/ui/desk/desk-head'
import { Notice } from '#app/ui/notice'
import { PageHeading } from '#app/ui/page-heading'
import { Panel } from '#app/ui/panel'
import type { PageHandle } from '#app/ui/shell/page-handle'
import { TextField } from '#app/ui/text-field'

export const handle: PageHandle = { quiet: true }

const authenticator = (address: string | undefined) =>
  new Authenticator<SignedIn>().use(
    new FormStrategy(({ form }) =>
      signIn(String(form.get('username')), String(form.get('password')), now(), address),
    ),
    'password',
  )

/** /admin and /admin/login both show this form (spec §2); who is signed in goes on. */
export async function loader({ request }: LoaderFunctionArgs) {
  if (await signedInStaff(request)) throw redirect(pageAskedFor(request))
  return null
}

export async function action({ request, context }: ActionFunctionArgs) {
  // The strategy reads the body itself, so it gets the request and the check a copy.
  const form = await readForm(request.clone(), Object.keys(SignInForm.shape))
  const submission = parseWithZod(form, { schema: SignInForm })
  const withoutPassword = { hideFields: ['password'] }
  if (submission.status !== 'success') return data(submission.reply(withoutPassword), { status: 400 })

  const signedIn = await authenticator(context.clientAddress).authenticate('password', request)
  if ('staff' in signedIn) {
    return redirect(pageAskedFor(request), { headers: { 'Set-Cookie': await sessionCookie(signedIn.staff) } })
  }
  const words = 'seconds' in signedIn ? waitWords(signedIn.seconds) : 'Invalid credentials. Please try again.'
  return data(submission.reply({ ...withoutPassword, formErrors: [words] }), {
    status: 'seconds' in signedIn ? 429 : 401,
    headers: 'seconds' in signedIn ? { 'Retry-After': String(signedIn.seconds) } : {},
  })
}

export const meta: MetaFunction = () => deskHead('Sign in')

export default function SignInPage() {
  const navigation = useNavigation()
  const [form, fields] = useForm({
    id: 'sign-in',
    lastResult: useActionData<typeof action>(),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: SignInForm }),
    shouldRevalidate: 'onInput',
  })
  return (
    <div className="wrap-text pb-20">
      <PageHeading title="Sign in" lead="For the people who run the journeys." />
      <Panel>
        <Form method="post" {...getFormProps(form)} className="grid gap-5">
          <TextField
            id={fields.username.id}
            name="username"
            label="Username"
            autoComplete="username"
            errors={fields.username.errors}
            defaultValue={fields.username.initialValue}
            required
          />
          <TextField
            id={fields.password.id}
            name="password"
            type="password"
            label="Password"
            autoComplete="current-password"
            errors={fields.password.errors}
            required
          />
          {form.errors?.[0] && <Notice tone="danger" role="alert" title={form.errors[0]} />}
          <Button busy={navigation.state !== 'idle'} busyLabel="Signing in...">
            Sign in
          </Button>
        </Form>
      </Panel>
    </div>
  )
}
