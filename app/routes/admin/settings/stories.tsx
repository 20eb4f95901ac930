import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { characters } from '#app/platform/typed/fields'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { STORY_TEXTS, StoryForm } from '#app/site/list-forms'
import { hiddenStories, storyList } from '#app/site/lists.server'
import { adminHead } from '#app/ui/admin/admin-parts'
import { SelectField, TextAreaField, TextField } from '#app/ui/field'
import { EditRow, OrderedListPage, rowTexts, stayOnListFailure } from './editable-list'
import { editList, openRow } from './list-answers.server'

const LIST = '/admin/settings/stories'
const TEXTS = rowTexts('Delete', 'story')
const FIELDS = { ...STORY_TEXTS, rating: { label: 'Rating' } }
const GONE = 'This story was deleted in the meantime. Save again to add it as a new one.'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see content')
  return params.id
    ? openRow(params.id, storyList.open)
    : { stories: storyList.all(), hidden: hiddenStories() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change content')
  return editList(request, params.id, staff, {
    ...storyList,
    ...{ schema: StoryForm, list: LIST },
    fields: FIELDS,
    say: { rating: (points) => `${points} of 5` },
    refusals: { gone: { formErrors: [GONE], isGone: true } },
    saved: () => ({ title: 'Story saved', description: 'The home page shows it from now on.' }),
    removed: { title: 'Story deleted', description: 'The home page no longer shows it.' },
  })
}

export const clientAction = stayOnListFailure(TEXTS)

export const meta = ({ params }: MetaArgs) => adminHead(params.id ? 'Traveler story' : 'Traveler stories')

/** The stories in the order of the home page; or one of them, to be written. */
export default function StoriesPage() {
  const row = useLoaderData<typeof loader>()
  if ('stories' in row) return <Stories {...row} />
  const story = row.words
  return (
    <EditRow
      {...{ form: 'story', texts: TEXTS, schema: StoryForm, fields: FIELDS, list: LIST, row }}
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
            hint={`In the traveler’s own words. At most ${characters(STORY_TEXTS.review.atMost)}.`}
            className="sm:col-span-2"
          />
        </>
      )}
    </EditRow>
  )
}

type StoriesProps = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { stories: unknown }>

const Stories = ({ stories, hidden }: StoriesProps) => (
  <OrderedListPage
    title="Traveler stories"
    lead="The home page shows all of them, in this order."
    page={LIST}
    one="story"
    rows={stories.map(({ id, name, location, rating, review }) => ({
      ...{ id, name },
      about: (
        <>
          {location} · {rating} of 5{hidden.includes(id) && ' · A sample: guests do not see it'}
          <span className="mt-0.5 line-clamp-2 text-ink">{review}</span>
        </>
      ),
    }))}
    empty={{ title: 'No stories yet', note: 'Those you add appear on the home page.' }}
  />
)
