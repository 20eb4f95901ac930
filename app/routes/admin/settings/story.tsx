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
import { STORY_LIMITS, StoryForm } from '#app/site/list-forms'
import { addStory, changeStory, removeStory, storyWith, versionOfStory } from '#app/site/stories.server'
import { deskField } from '#app/ui/admin/admin-fields'
import { DeskHeading, DeskPanel, deskHead } from '#app/ui/admin/admin-parts'
import { RemovalDialog } from '#app/ui/admin/route-dialog'
import { SaveBar, useDeskAnswer, useLastResult } from '#app/ui/admin/save-bar'
import { SelectField, TextAreaField, TextField } from '#app/ui/field'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { answerChangedMeanwhile } from './list-answers.server'
import { GoneFromList, OpenedVersion } from './list-parts'

const LIST = '/admin/settings/stories'
const GONE = 'This story was deleted in the meantime. Save again to add it as a new one.'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see content')
  const id = rowId(params.id)
  const story = id === 'new' ? null : (storyWith(id) ?? null)
  // Also after a refusal, when the page is made anew around what was typed: then the row may be gone.
  return data(
    { id, story, opened: story ? versionOfStory(story) : undefined },
    { status: id === 'new' || story ? 200 : 404 },
  )
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change content')
  const id = rowId(params.id)
  const form = await readForm(request, ['intent', ...fieldsOf(StoryForm)])
  if (form.get('intent') === 'remove') {
    if (id !== 'new') removeStory(id, staff, now())
    const description = 'The home page no longer shows it.'
    return redirectWithToast(LIST, { tone: 'success', title: 'Story deleted', description })
  }
  const submission = parseWithZod(form, { schema: StoryForm })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { version, ...words } = submission.value
  const saved =
    id === 'new' ? addStory(words, staff, now()) : changeStory(id, { ...words, version }, staff, now())
  if ('stored' in saved) return answerChangedMeanwhile(submission, words, saved, LABELS, SAY)
  if ('refused' in saved)
    return data({ ...submission.reply({ formErrors: [GONE] }), isGone: true }, { status: 409 })
  const description = 'The home page shows it from now on.'
  return redirectWithToast(LIST, { tone: 'success', title: 'Story saved', description })
}

const LABELS = { name: 'Name', location: 'Location', rating: 'Rating', review: 'Review' }
const SAY = { rating: (points: number) => `${points} of 5` }

const NOT_SAVED = { title: 'Failed to save the story' }
const NOT_DELETED = { title: 'Failed to delete the story' }

export const clientAction = keepTyped((sent) => (sent.get('intent') === 'remove' ? NOT_DELETED : NOT_SAVED))

export const meta: MetaFunction = () => deskHead('Traveler story')

export default function StoryPage() {
  const { id, story, opened } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const lastResult = useDeskAnswer<typeof action>()
  const [form, fields] = useForm({
    id: 'story',
    lastResult: useLastResult(lastResult),
    defaultValue: story ? { ...story, rating: String(story.rating) } : { rating: '5' },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: StoryForm }),
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onInput',
  })
  const isGone = lastResult !== undefined && 'isGone' in lastResult
  const page = `${LIST}/${isGone ? 'new' : id}`
  if (id !== 'new' && !story && !isGone) return <GoneFromList list={LIST} what="story" />
  return (
    <>
      <DeskHeading title={story ? `Story of ${story.name}` : 'Add story'} />
      {story && query.has('remove') && (
        <RemovalDialog
          title="Delete this story?"
          page={page}
          label="Delete story"
          busyLabel="Deleting..."
          notSent={NOT_DELETED}
        >
          The story of <strong dir="auto">{story.name}</strong> disappears from the home page. This cannot be
          undone.
        </RemovalDialog>
      )}
      <DeskPanel className="max-w-3xl p-5">
        <Form method="post" action={page} {...getFormProps(form)} className="grid gap-5 sm:grid-cols-2">
          <OpenedVersion opened={opened} lastResult={lastResult} what="the story" />
          <TextField label="Name" {...deskField(form, fields.name)} required maxLength={STORY_LIMITS.name} />
          <TextField
            label="Location"
            {...deskField(form, fields.location)}
            required
            maxLength={STORY_LIMITS.location}
          />
          <SelectField label="Rating" {...deskField(form, fields.rating)} required>
            {[5, 4, 3, 2, 1].map((points) => (
              <option key={points} value={points}>
                {points} of 5
              </option>
            ))}
          </SelectField>
          <TextAreaField
            label="Review"
            {...deskField(form, fields.review)}
            required
            maxLength={STORY_LIMITS.review}
            hint={`In the traveler's own words. At most ${characters(STORY_LIMITS.review)}.`}
            className="sm:col-span-2"
          />
          <div className="sm:col-span-2">
            <SaveBar
              label="Save story"
              backTo={LIST}
              errors={form.errors}
              notSent={NOT_SAVED}
              {...(story && { removeTo: `${page}?remove`, removeLabel: 'Delete story' })}
            />
          </div>
        </Form>
      </DeskPanel>
    </>
  )
}
