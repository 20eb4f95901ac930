import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listedWords } from '#app/platform/typed/fields'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { picturesToChoose } from '#app/site/gallery.server'
import { STORY, StoryForm } from '#app/site/list-forms'
import { everyStory, hiddenStories, storyList } from '#app/site/lists.server'
import { PICTURE_GONE } from '#app/site/picture'
import { adminHead } from '#app/ui/admin/admin-parts'
import { EditRow, OrderedListPage, rowTexts, stayOnListFailure } from './editable-list'
import { editList, goneRow, openRow } from './list-answers.server'

const LIST = '/admin/settings/stories'
const TEXTS = rowTexts('Delete', 'story')

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see content')
  return params.id
    ? openRow(params.id, storyList.open, { pictures: picturesToChoose() })
    : { stories: everyStory(), hidden: hiddenStories() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change content')
  return editList(request, params.id, staff, {
    ...storyList,
    ...{ table: STORY, schema: StoryForm, list: LIST },
    refusals: {
      gone: goneRow('story'),
      'no-such-picture': { fieldErrors: { picture: [PICTURE_GONE] } },
    },
    saved: () => ({ title: 'Story saved', description: 'The home page shows it from now on.' }),
    removed: { title: 'Story deleted', description: 'The home page no longer shows it.' },
  })
}

export const clientAction = stayOnListFailure(TEXTS)

export const meta = ({ params }: MetaArgs) => adminHead(params.id ? 'Traveler story' : 'Traveler stories')

/** The stories in the order of the home page; or one of them, to be written. */
export default function StoriesPage() {
  const loaded = useLoaderData<typeof loader>()
  if ('stories' in loaded) return <Stories {...loaded} />
  const { pictures, ...row } = loaded
  const story = row.words
  return (
    <EditRow
      {...{ form: 'story', texts: TEXTS, table: STORY, schema: StoryForm, list: LIST }}
      {...{ row, pictures }}
      heading={story ? `Story of ${story.name}` : 'Add story'}
      removal={
        <>
          The story of <strong dir="auto">{story?.name}</strong> disappears from the home page. This cannot be
          undone.
        </>
      }
      panel="max-w-3xl"
    />
  )
}

type StoriesProps = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { stories: unknown }>

const Stories = ({ stories, hidden }: StoriesProps) => (
  <OrderedListPage
    title="Traveler stories"
    lead="The home page shows all of them, in this order."
    page={LIST}
    one="story"
    rows={stories.map((story) => ({
      ...{ id: story.id, name: story.name },
      about: (
        <>
          {listedWords(STORY, story)}
          {hidden.includes(story.id) && ' · A sample: guests do not see it'}
          <span className="mt-0.5 line-clamp-2 text-ink">{story.review}</span>
        </>
      ),
    }))}
    empty={{ title: 'No stories yet', note: 'Those you add appear on the home page.' }}
  />
)
