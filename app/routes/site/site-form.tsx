import { type ClientActionFunctionArgs, Form, useActionData, useNavigation } from '@remix-run/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { INQUIRY, type Interest } from '#app/people/people-fields'
import type { Fields } from '#app/platform/typed/fields'
import { Button } from '#app/ui/button'
import { FieldOf, HoneypotField } from '#app/ui/field'
import { TextLink } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { useShellData, useToursPath } from '#app/ui/shell/page-handle'
import { showToast } from '#app/ui/toasts/toast-message'
import { type FormAnswer, INQUIRY_FAILED } from './form-words'

/**
 * The client action of pages with a form. The network, a rate or the site itself may fail: that is said in
 * the form, which keeps what was typed, and not by the error screen in its place.
 */
export async function keepFormOnFailure({
  request,
  serverAction,
}: ClientActionFunctionArgs): Promise<unknown> {
  const sent = await request.clone().formData()
  try {
    return await serverAction()
  } catch (thrown) {
    // The redirect after success.
    if (thrown instanceof Response) throw thrown
    const named = sent.get('form')
    const form = FORMS.find((one) => one === named) ?? 'inquiry'
    const answer: FormAnswer = { form, errors: {}, values: {}, refused: null, isUnanswered: true }
    // The status keeps Remix from asking the loaders again: they would fail as well while the network is
    // down.
    return Response.json(answer, { status: 503 })
  }
}

const FORMS = ['newsletter', 'watch', 'waitlist', 'application'] as const

type Errors = FormAnswer['errors']
type Shown = {
  errors: Errors
  refused: string | null
  /** Has just been said, so that focus goes there. */
  isNews: boolean
}
type Failed = { title: string; description: string }

/**
 * A form of a public page: the server's answer is the same with scripts and without; with them the browser
 * says the same words before anything is sent. A navigation, no fetcher: for that Remix asks the loaders
 * again after a refusal, and ends on the error screen offline.
 */
export function useSiteForm(
  name: FormAnswer['form'],
  fields: Fields,
  failed: Failed,
  begun: Readonly<Record<string, string>> = {},
) {
  const answered = useActionData<FormAnswer>()
  const answer = answered?.form === name ? answered : null
  const busy = useNavigation().formData?.get('form') === name
  const form = useRef<HTMLFormElement>(null)
  const isSending = useRef(false)
  const [shown, setShown] = useState<Shown>(() => ({ ...outcomeOf(answer, failed), isNews: false }))

  useEffect(() => {
    if (busy || !isSending.current) return
    isSending.current = false
    if (!answer) form.current?.reset()
    const { errors, refused } = outcomeOf(answer, failed)
    if (refused) showToast({ tone: 'failure', title: failed.title, description: refused })
    setShown({ errors, refused, isNews: true })
  }, [busy, answer, failed])

  useEffect(() => {
    if (shown.isNews && form.current) focusAfterAnswer(form.current)
  }, [shown])

  function send(event: FormEvent<HTMLFormElement>) {
    // A second press, before the button is seen to be disabled.
    if (isSending.current) return event.preventDefault()
    const errors = nativeErrors(event.currentTarget, fields)
    isSending.current = Object.keys(errors).length === 0
    if (isSending.current) return
    event.preventDefault()
    setShown({ errors, refused: null, isNews: true })
  }

  function clearError({ target }: FormEvent) {
    if (!(isField(target) && shown.errors[target.name] && target.validity.valid)) return
    setShown({ ...shown, errors: { ...shown.errors, [target.name]: null }, isNews: false })
  }

  const typed = answer && !answer.isUnanswered ? answer.values : begun
  const firstWrong = Object.keys(shown.errors).find((field) => shown.errors[field])
  return {
    formProps: {
      ref: form,
      method: 'post',
      replace: true,
      preventScrollReset: true,
      // A browser’s bubbles say other words, one at a time, and stop at what was pasted with an address.
      // An empty newsletter form does nothing, by the specification.
      noValidate: name !== 'newsletter',
      onSubmit: send,
      onInput: clearError,
    } as const,
    busy,
    refused: shown.refused,
    /** With errors and typed values, and focus on the first wrong one where there are no scripts. */
    lines: (
      <>
        <input type="hidden" name="form" value={name} />
        <HoneypotField />
        {Object.entries(fields).map(([field, row]) => (
          <FieldOf
            // React leaves a select at the default it began with: a new one has the new default.
            key={row.of ? `${field}-${begun[field]}` : field}
            field={row}
            name={field}
            errors={shown.errors[field] ?? undefined}
            defaultValue={typeof typed[field] === 'string' ? typed[field] : ''}
            autoFocus={answer !== null && field === (firstWrong ?? Object.keys(fields)[0])}
            className={row.wide ? 'sm:col-span-2' : row.half ? 'max-sm:col-span-1!' : undefined}
          />
        ))}
      </>
    ),
    notice: shown.refused && (
      <Notice tone="danger" role="alert" title={failed.title}>
        {shown.refused}
      </Notice>
    ),
  }
}

const outcomeOf = (answer: FormAnswer | null, failed: Failed) => ({
  errors: answer?.errors ?? {},
  refused: answer?.isUnanswered ? failed.description : (answer?.refused ?? null),
})

/** The first wrong field; otherwise the button, which lost its focus while it was disabled. */
function focusAfterAnswer(form: HTMLFormElement): void {
  const wrong = form.querySelector<HTMLElement>('[aria-invalid=true]')
  if (wrong) wrong.focus()
  else if (document.activeElement === document.body)
    form.querySelector<HTMLElement>('[type=submit]')?.focus({ preventScroll: true })
}

const isField = (element: EventTarget): element is HTMLInputElement =>
  'name' in element && 'validity' in element

/** What the browser finds wrong, in our words, in the order of the form. */
function nativeErrors(form: HTMLFormElement, fields: Fields): Errors {
  const wrong = [...form.elements].filter((element) => isField(element) && !element.validity.valid)
  return Object.fromEntries(
    wrong.filter(isField).map(({ name }) => [name, [fields[name]?.missing ?? 'Please check this field']]),
  )
}

export type BegunInquiry = { interest: Interest; message: string }

type InquiryProps = { action: '/?index' | '/contact'; labelledBy: string; begun?: BegunInquiry | null }

export function InquiryForm({ action, labelledBy, begun }: InquiryProps) {
  const { formProps, lines, busy, refused } = useSiteForm(
    'inquiry',
    INQUIRY,
    INQUIRY_FAILED,
    begun ?? undefined,
  )
  const toast = useShellData()?.toast
  const toursPath = useToursPath()
  const stays = toast?.sent === 'inquiry' && !refused ? toast.stays : undefined
  return (
    <Form
      {...formProps}
      action={action}
      aria-labelledby={labelledBy}
      className="relative grid gap-x-5 gap-y-4.5 sm:grid-cols-2"
    >
      {stays && (
        <Notice tone="success" title={stays.title} className="sm:col-span-2">
          <p className="break-words" dir="auto">
            {stays.text}
          </p>
          <p className="mt-1">
            Until then: <TextLink to={toursPath}>see the tour</TextLink>.
          </p>
        </Notice>
      )}
      {lines}
      {refused && (
        <Notice tone="danger" role="alert" title={INQUIRY_FAILED.title} className="sm:col-span-2">
          <span>
            {refused === INQUIRY_FAILED.description
              ? `${refused} What you wrote is still here; if you have just sent several messages, wait a minute first.`
              : `${refused} What you wrote is still here.`}
          </span>
        </Notice>
      )}
      <div className="sm:col-span-2">
        <Button busy={busy} busyLabel="Sending..." className="w-full sm:w-auto sm:min-w-48">
          Send Inquiry
        </Button>
      </div>
    </Form>
  )
}
