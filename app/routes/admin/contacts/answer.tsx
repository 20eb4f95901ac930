import { randomUUID } from 'node:crypto'
import { getFormProps } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { ANSWERS_AT_MOST, answerInquiry, answersOf } from '#app/people/change-contact.server'
import { CONTACT_GONE, filteredListQuery } from '#app/people/contact-fields'
import { contactWith } from '#app/people/list-contacts.server'
import { interestName } from '#app/people/people-fields'
import { ANSWER_AT_MOST, AnswerForm } from '#app/people/people-forms'
import { now } from '#app/platform/clock.server'
import { readSubmission } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { adminField, CountedField } from '#app/ui/admin/admin-fields'
import {
  revalidateAfterError,
  SaveBar,
  stayOnFailure,
  useLastActionData,
  useLastResult,
  useUnsavedForm,
} from '#app/ui/admin/admin-form'
import { AdminHeading, AdminPanel, adminHead } from '#app/ui/admin/admin-parts'
import { Exchange } from '#app/ui/admin/letters'
import { useStaffForm } from '#app/ui/admin/staff-form'
import { TextField } from '#app/ui/field'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { exchangeWith } from '#app/views/person.server'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see inquiries')
  const contact = contactWith(params.id)
  if (!contact) throw await redirectWithToast('/admin/contacts', CONTACT_GONE)
  return {
    backTo: `/admin/contacts/${contact.id}${filteredListQuery(request)}`,
    name: `${contact.firstName} ${contact.lastName}`,
    email: contact.email,
    subject: `Re: Your inquiry about ${aboutInterest(contact.interest)}`,
    exchange: exchangeWith(contact),
    answersShown: answersOf([contact.id]).length,
    formKey: randomUUID(),
  }
}

const aboutInterest = (interest: string): string =>
  interest === 'custom' ? 'a custom itinerary' : interestName(interest).toLowerCase()

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change inquiries')
  const submission = await readSubmission(request, AnswerForm)
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const answered = answerInquiry(Number(params.id), submission.value, staff, now())
  if ('answerId' in answered)
    return redirectWithToast(`/admin/contacts/${params.id}${filteredListQuery(request)}`, {
      tone: 'success',
      title: 'Answer sent',
      description: 'The contact is marked as answered.',
    })
  if (answered.refused === 'gone') return redirectWithToast('/admin/contacts', CONTACT_GONE)
  const words = answered.refused === 'too-many' ? TOO_MANY : ANSWERED_SINCE
  return data(submission.reply({ formErrors: [words] }), { status: 409 })
}

const TOO_MANY = `There are ${ANSWERS_AT_MOST} answers here already: please continue in your email program`

const ANSWERED_SINCE =
  'A colleague has answered since this was opened. Nothing was sent: please read their answer below first.'

const NOT_SENT = { title: 'Failed to send the answer' }

export const clientAction = stayOnFailure(NOT_SENT)

export const shouldRevalidate = revalidateAfterError

export const meta = () => adminHead('Answer')

export default function AnswerPage() {
  const shown = useLoaderData<typeof loader>()
  const lastResult = useLastActionData<typeof action>()
  const unsaved = useUnsavedForm()
  const [form, fields] = useStaffForm(AnswerForm, {
    id: 'answer',
    lastResult: useLastResult(lastResult),
    defaultValue: { subject: shown.subject, answer: '' },
  })
  return (
    <>
      <AdminHeading title={`Answer ${shown.name}`} lead={`By email to ${shown.email}`} />
      <div className="grid max-w-4xl gap-5">
        <AdminPanel>
          <Form method="post" {...getFormProps(form)} className="grid gap-5">
            <input type="hidden" name="answersShown" value={shown.answersShown} />
            <input type="hidden" name="formKey" value={unsaved?.formKey ?? shown.formKey} />
            <TextField
              label="Subject"
              dir="auto"
              {...adminField(form, fields.subject)}
              maxLength={ANSWER_AT_MOST.subject}
            />
            <CountedField
              label="Answer"
              dir="auto"
              {...adminField(form, fields.answer)}
              autoFocus
              rows={12}
              atMost={ANSWER_AT_MOST.answer}
              hint="What they wrote is quoted below it. Replies come to the company’s mailbox."
            />
            <SaveBar
              label="Send answer"
              busyLabel="Sending..."
              backTo={shown.backTo}
              errors={form.errors}
              notSent={NOT_SENT}
            />
          </Form>
        </AdminPanel>
        <Exchange letters={shown.exchange} />
      </div>
    </>
  )
}
