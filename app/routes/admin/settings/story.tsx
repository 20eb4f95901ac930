import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { characters } from '#app/platform/typed/fields'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { STORY_LIMITS, StoryForm } from '#app/site/list-forms'
import { storyList } from '#app/site/lists.server'
import { adminHead } from '#app/ui/admin/admin-parts'
import { SelectField, TextAreaField, TextField } from '#app/ui/field'
import { EditRow, keepEdited, rowTexts } from './edit-row'
import { editRow, openRow } from './list-answers.server'

const LIST = '/admin/settings/stories'
const TEXTS = rowTexts('Delete', 'story')
const LABELS = { name: 'Name', location: 'Location', rating: 'Rating', review: 'Review' }
const GONE = 'This story was deleted in the meantime. Save again to add it as a new one.'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see content')
  return openRow(params.id, storyList.open)
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change content')
  return editRow(request, params.id, staff, {
    ...storyList,
    ...{ schema: StoryForm, list: LIST },
    labels: LABELS,
    say: { rating: (points) => `${points} of 5` },
    refusals: { gone: { formErrors: [GONE], isGone: true } },
    saved: () => ({ title: 'Story saved', description: 'The home page shows it from now on.' }),
    removed: { title: 'Story deleted', description: 'The home page no longer shows it.' },
  })
}

export const clientAction = keepEdited(TEXTS)

export const meta = () => adminHead('Traveler story')

export default function StoryPage() {
  const row = useLoaderData<typeof loader>()
  const story = row.words
  return (
    <EditRow
      {...{ form: 'story', texts: TEXTS, schema: StoryForm, list: LIST, row }}
      {...{ labels: LABELS, limits: STORY_LIMITS }}
      begin={story ? { ...story, rating: String(story.rating) } : { rating: '5' }}
      heading={story ? `Story of ${story.name}` : 'Add story'}
      removal={
        <>
          The story of <strong dir="auto">{story?.name}</strong> disappears from the home page. This cannot be
          undone.
        </>
      }
      panel="max-w-3xl"
    >
      {(field) => (
        <>
          <TextField {...field('name')} required />
          <TextField {...field('location')} required />
          <SelectField {...field('rating')} required>
            {[5, 4, 3, 2, 1].map((points) => (
              <option key={points} value={points}>
                {points} of 5
              </option>
            ))}
          </SelectField>
          <TextAreaField
            {...field('review')}
            required
            hint={`In the traveler's own words. At most ${characters(STORY_LIMITS.review)}.`}
            className="sm:col-span-2"
          />
        </>
      )}
    </EditRow>
  )
}
