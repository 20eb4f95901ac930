import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { Form, useNavigation } from '@remix-run/react'
import { NAME_AT_MOST } from '#app/platform/typed/fields'
import { adminField, TickField } from '#app/ui/admin/admin-fields'
import { Button } from '#app/ui/button'
import { TextField } from '#app/ui/field'
import { TextLink } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { NarrowPage, Panel } from '#app/ui/panel'
import type { SigningPage } from './answer-signing.server'

type Props = {
  page: SigningPage
  here: string
  /** The page of the traveler's details. */
  back: string
  answer: SubmissionResult | undefined
}

/** A document, and below it the line to sign on. */
export const SigningScreen = ({ page, here, back, answer }: Props) => (
  <NarrowPage title={page.title} lead={page.tour}>
    <div className="grid gap-6">
      <p>
        <TextLink to={back}>Back to the travel details</TextLink>
      </p>
      {page.signed && (
        <Notice tone="success" title={`Signed by ${page.signed.by}`}>
          {`${page.signed.at}. ${page.isForChild ? `For ${page.called}. ` : ''}Below is the text that was signed.`}
          {page.signed.isOlder && ' It was corrected since; you need not sign again.'}
          <span className="mt-1.5 block text-xs wrap-anywhere">Digest of the text: {page.signed.digest}</span>
        </Notice>
      )}
      <Panel>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: markdown-it escapes what staff type */}
        <div className="legal-text" dangerouslySetInnerHTML={{ __html: page.html }} />
      </Panel>
      {!page.signed &&
        (page.signsInstead ? (
          <Notice tone="info" title="You can read it here">
            {page.signsInstead}
          </Notice>
        ) : (
          <SigningForm {...{ page, here, answer }} />
        ))}
    </div>
  </NarrowPage>
)

type Typed = { version: string; signedName: string; agrees: string }

function SigningForm({ page, here, answer }: Omit<Props, 'back'>) {
  const busy = useNavigation().formAction === here
  const [form, fields] = useForm<Typed>({ id: `sign-${page.version}`, lastResult: answer })
  const { title, called, isForChild, adultFrom } = page
  return (
    <Panel as="section" title="Your signature">
      {isForChild && (
        <p className="mt-2 text-sm">
          <bdi>{called}</bdi> will be under {adultFrom} on the first day: please sign as parent or guardian.
        </p>
      )}
      <Form method="post" action={here} {...getFormProps(form)} key={form.id} className="mt-5 grid gap-5">
        <input type="hidden" name="version" value={page.version} />
        {form.errors?.[0] && <Notice tone="danger" role="alert" title={form.errors[0]} />}
        <TextField
          label="Your full name"
          {...adminField(form, fields.signedName)}
          required
          maxLength={NAME_AT_MOST}
          autoComplete="name"
          dir="auto"
          hint="Typed here, it is your signature."
        />
        <div>
          <TickField
            {...adminField(form, fields.agrees)}
            label={
              isForChild
                ? `I am a parent or guardian of ${called}, have read “${title}”, and agree to it.`
                : `I have read “${title}”, and agree to it.`
            }
            hint={`We keep your name, this text and the time. Please sign by ${page.signBy}.`}
          />
          {fields.agrees.errors?.[0] && (
            <p className="mt-1.5 text-danger text-sm" role="alert">
              {fields.agrees.errors[0]}
            </p>
          )}
        </div>
        <p>
          <Button busy={busy} busyLabel="Signing...">
            Sign
          </Button>
        </p>
      </Form>
    </Panel>
  )
}
