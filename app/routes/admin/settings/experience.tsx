import { getFormProps, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, useLoaderData, useSearchParams } from '@remix-run/react'
import { now } from '#app/platform/clock.server'
import { characters } from '#app/platform/typed/limits'
import { keepTyped } from '#app/routes/admin/admin-form'
import { rowId } from '#app/routes/admin/named-rows.server'
import { fieldsOf, readForm } from '#app/server/read-form.server'
import { requireStaff } from '#app/server/staff-session.server'
import {
  addExperience,
  changeExperience,
  experienceWith,
  removeExperience,
  versionOfExperience,
} from '#app/site/experiences.server'
import { picturesToChoose } from '#app/site/gallery/gallery.server'
import { EXPERIENCE_LIMITS, ExperienceForm, FEATURED_FIRST } from '#app/site/list-forms'
import { deskField, TickField } from '#app/ui/admin/admin-fields'
import { DeskHeading, DeskPanel, deskHead } from '#app/ui/admin/admin-parts'
import { RemovalDialog } from '#app/ui/admin/route-dialog'
import { SaveBar, useDeskAnswer, useLastResult } from '#app/ui/admin/save-bar'
import { TextAreaField, TextField } from '#app/ui/field'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { answerChangedMeanwhile } from './list-answers.server'
import { GoneFromList, OpenedVersion } from './list-parts'
import { PictureChoice } from './picture-choice'

const LIST = '/admin/settings/experiences'
const REFUSALS = {
  gone: 'This experience was deleted in the meantime. Save again to add it as a new one.',
  'no-such-picture': 'The picture you chose was removed in the meantime. Please choose another one.',
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see content')
  const id = rowId(params.id)
  const experience = id === 'new' ? null : (experienceWith(id) ?? null)
  // Also after a refusal, when the page is made anew around what was typed: then the row may be gone.
  return data(
    {
      ...{ id, experience, pictures: picturesToChoose() },
      opened: experience ? versionOfExperience(experience) : undefined,
    },
    { status: id === 'new' || experience ? 200 : 404 },
  )
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change content')
  const id = rowId(params.id)
  const form = await readForm(request, ['intent', ...fieldsOf(ExperienceForm)])
  if (form.get('intent') === 'remove') {
    if (id !== 'new') removeExperience(id, staff, now())
    const description = 'The site no longer shows it.'
    return redirectWithToast(LIST, { tone: 'success', title: 'Experience deleted', description })
  }
  const submission = parseWithZod(form, { schema: ExperienceForm })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { version, ...words } = submission.value
  const saved =
    id === 'new'
      ? addExperience(words, staff, now())
      : changeExperience(id, { ...words, version }, staff, now())
  if ('stored' in saved) return answerChangedMeanwhile(submission, words, saved, LABELS, SAY)
  if ('refused' in saved) {
    const refused = [REFUSALS[saved.refused]]
    return saved.refused === 'gone'
      ? data({ ...submission.reply({ formErrors: refused }), isGone: true }, { status: 409 })
      : data(submission.reply({ fieldErrors: { imageUrl: refused } }), { status: 409 })
  }
  const description = submission.value.featured
    ? `The home page shows ${FEATURED_FIRST} that are featured.`
    : 'It is not featured, so the home page does not show it.'
  return redirectWithToast(LIST, { tone: 'success', title: 'Experience saved', description })
}

const LABELS = {
  ...{ title: 'Title', description: 'Description', location: 'Location', duration: 'Duration' },
  ...{ price: 'Price', imageUrl: 'Picture', featured: 'Featured' },
}
const SAY = {
  featured: (featured: boolean) => (featured ? 'yes' : 'no'),
  imageUrl: () => 'another picture',
}

const NOT_SAVED = { title: 'Failed to save the experience' }
const NOT_DELETED = { title: 'Failed to delete the experience' }

export const clientAction = keepTyped((sent) => (sent.get('intent') === 'remove' ? NOT_DELETED : NOT_SAVED))

export const meta: MetaFunction = () => deskHead('Experience')

export default function ExperiencePage() {
  const { id, experience, pictures, opened } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const lastResult = useDeskAnswer<typeof action>()
  const [form, fields] = useForm({
    id: 'experience',
    lastResult: useLastResult(lastResult),
    defaultValue: experience && { ...experience, featured: experience.featured > 0 ? 'on' : undefined },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: ExperienceForm }),
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onInput',
  })
  const isGone = lastResult !== undefined && 'isGone' in lastResult
  const page = `${LIST}/${isGone ? 'new' : id}`
  if (id !== 'new' && !experience && !isGone) return <GoneFromList list={LIST} what="experience" />
  return (
    <>
      <DeskHeading title={experience?.title ?? 'Add experience'} />
      {experience && query.has('remove') && (
        <RemovalDialog
          title="Delete this experience?"
          page={page}
          label="Delete experience"
          busyLabel="Deleting..."
          notSent={NOT_DELETED}
        >
          <strong dir="auto">{experience.title}</strong> disappears from the site. This cannot be undone. Its
          picture stays.
        </RemovalDialog>
      )}
      <DeskPanel className="max-w-4xl p-5">
        <Form method="post" action={page} {...getFormProps(form)} className="grid gap-5 sm:grid-cols-2">
          <OpenedVersion opened={opened} lastResult={lastResult} what="the experience" />
          <TextField
            label="Title"
            {...deskField(form, fields.title)}
            required
            maxLength={EXPERIENCE_LIMITS.title}
            className="sm:col-span-2"
          />
          <TextAreaField
            label="Description"
            {...deskField(form, fields.description)}
            required
            maxLength={EXPERIENCE_LIMITS.description}
            rows={3}
            hint={`Two lines on the card; at most ${characters(EXPERIENCE_LIMITS.description)}.`}
            className="sm:col-span-2"
          />
          <TextField
            label="Location"
            {...deskField(form, fields.location)}
            required
            maxLength={EXPERIENCE_LIMITS.location}
          />
          <TextField
            label="Duration"
            {...deskField(form, fields.duration)}
            required
            maxLength={EXPERIENCE_LIMITS.duration}
            hint="As travelers read it: 4 days"
          />
          <TextField
            label="Price"
            {...deskField(form, fields.price)}
            required
            maxLength={EXPERIENCE_LIMITS.price}
            hint="As travelers read it: From $2,950"
          />
          <TickField
            id={fields.featured.id}
            name="featured"
            label="Featured"
            hint={`The home page shows ${FEATURED_FIRST} experiences that are featured.`}
            defaultChecked={fields.featured.initialValue === 'on'}
            className="self-center"
          />
          <PictureChoice
            pictures={pictures}
            name="imageUrl"
            chosen={fields.imageUrl.initialValue}
            errors={fields.imageUrl.errors}
            className="sm:col-span-2"
          />
          <div className="sm:col-span-2">
            <SaveBar
              label="Save experience"
              backTo={LIST}
              errors={form.errors}
              notSent={NOT_SAVED}
              {...(experience && { removeTo: `${page}?remove`, removeLabel: 'Delete experience' })}
            />
          </div>
        </Form>
      </DeskPanel>
    </>
  )
}
