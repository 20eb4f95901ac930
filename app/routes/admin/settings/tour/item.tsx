import { getFormProps, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, useLoaderData, useSearchParams } from '@remix-run/react'
import { now } from '#app/platform/clock.server'
import { keepTyped } from '#app/routes/admin/admin-form'
import { namedList, rowId } from '#app/routes/admin/named-rows.server'
import { answerChangedMeanwhile } from '#app/routes/admin/settings/list-answers.server'
import { GoneFromList, OpenedVersion } from '#app/routes/admin/settings/list-parts'
import { fieldsOf, readForm } from '#app/server/read-form.server'
import { requireStaff } from '#app/server/staff-session.server'
import { FACTS_TO_WRITE } from '#app/tours/questions'
import { TOUR_ITEM_LIMITS, TOUR_ITEMS_AT_MOST, TOUR_LISTS, tourItemForm } from '#app/tours/tour-forms'
import {
  addTourItem,
  changeTourItem,
  itemsOf,
  removeTourItem,
  theTour,
  versionOfTourItem,
} from '#app/tours/tour-items.server'
import { deskField } from '#app/ui/admin/admin-fields'
import { DeskHeading, DeskPanel, deskHead } from '#app/ui/admin/admin-parts'
import { RemovalDialog } from '#app/ui/admin/route-dialog'
import { SaveBar, useDeskAnswer, useLastResult } from '#app/ui/admin/save-bar'
import { TextAreaField, TextField } from '#app/ui/field'
import { redirectWithToast } from '#app/ui/toasts/flash.server'

const REFUSALS = {
  gone: 'This was removed in the meantime. Go back to the list and add it as a new one.',
  'too-many': `A list has ${TOUR_ITEMS_AT_MOST} at most.`,
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  const kind = namedList(params)
  const id = rowId(params.id)
  const item = itemsOf(theTour().id)[kind].find((one) => one.id === id) ?? null
  return data(
    {
      id,
      kind,
      list: `/admin/settings/tour/lists/${kind}`,
      item,
      opened: item ? versionOfTourItem(item) : undefined,
    },
    { status: id === 'new' || item ? 200 : 404 },
  )
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change tour')
  const kind = namedList(params)
  const id = rowId(params.id)
  const list = `/admin/settings/tour/lists/${kind}`
  const schema = tourItemForm(kind)
  const form = await readForm(request, ['intent', ...fieldsOf(schema)])
  if (form.get('intent') === 'remove') {
    if (id !== 'new') removeTourItem(kind, id, staff, now())
    return redirectWithToast(list, {
      tone: 'success',
      title: 'Removed',
      description: 'The page no longer shows it.',
    })
  }
  const submission = parseWithZod(form, { schema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { version, ...words } = submission.value
  const saved =
    id === 'new'
      ? addTourItem(kind, words, staff, now())
      : changeTourItem(kind, id, { ...words, version }, staff, now())
  if ('stored' in saved)
    return answerChangedMeanwhile(submission, words, saved, {
      title: TOUR_LISTS[kind].title ?? '',
      text: TOUR_LISTS[kind].text,
    })
  if ('refused' in saved)
    return data(submission.reply({ formErrors: [REFUSALS[saved.refused]] }), { status: 409 })
  return redirectWithToast(list, {
    tone: 'success',
    title: 'Saved',
    description: 'The journey’s page shows it now.',
  })
}

const NOT_SAVED = { title: 'Failed to save it' }
const NOT_REMOVED = { title: 'Failed to remove it' }

export const clientAction = keepTyped((sent) => (sent.get('intent') === 'remove' ? NOT_REMOVED : NOT_SAVED))

export const meta: MetaFunction = () => deskHead('The journey’s page')

export default function TourItemPage() {
  const { id, kind, list, item, opened } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const lastResult = useDeskAnswer<typeof action>()
  const page = `${list}/${id}`
  const words = TOUR_LISTS[kind]
  const [form, fields] = useForm({
    id: 'tour-item',
    lastResult: useLastResult(lastResult),
    defaultValue: item ?? undefined,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: tourItemForm(kind) }),
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onInput',
  })
  if (id !== 'new' && !item && !lastResult) return <GoneFromList list={list} what={words.one} />
  return (
    <>
      <DeskHeading title={item ? item.title || `Edit ${words.one}` : `Add ${words.one}`} />
      {item && query.has('remove') && (
        <RemovalDialog
          title={`Remove this ${words.one}?`}
          page={page}
          label="Remove"
          busyLabel="Removing..."
          notSent={NOT_REMOVED}
        >
          <strong dir="auto">{item.title || item.text}</strong> disappears from the journey’s page. This
          cannot be undone.
        </RemovalDialog>
      )}
      <DeskPanel className="max-w-4xl p-5">
        <Form method="post" action={page} {...getFormProps(form)} className="grid gap-5">
          <OpenedVersion opened={opened} lastResult={lastResult} what="this" />
          {words.title && (
            <TextField
              label={words.title}
              {...deskField(form, fields.title)}
              required
              maxLength={TOUR_ITEM_LIMITS.title}
            />
          )}
          <TextAreaField
            label={words.text}
            {...deskField(form, fields.text)}
            required
            maxLength={TOUR_ITEM_LIMITS.text}
            rows={kind === 'question' ? 5 : 2}
            hint={kind === 'question' ? `Facts that follow the departure: ${FACTS_TO_WRITE}.` : undefined}
          />
          <SaveBar
            label="Save"
            backTo={list}
            errors={form.errors}
            notSent={NOT_SAVED}
            {...(item && { removeTo: `${page}?remove`, removeLabel: 'Remove' })}
          />
        </Form>
      </DeskPanel>
    </>
  )
}
