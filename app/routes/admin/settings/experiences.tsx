import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listedWords } from '#app/platform/typed/fields'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { pictureAt, picturesToChoose } from '#app/site/gallery.server'
import { EXPERIENCE, ExperienceForm, FEATURED_AT_MOST, FEATURED_FIRST } from '#app/site/list-forms'
import { experienceList } from '#app/site/lists.server'
import { PICTURE_GONE } from '#app/site/picture'
import { adminHead } from '#app/ui/admin/admin-parts'
import { Badge } from '#app/ui/badge'
import { EditRow, OrderedListPage, rowTexts, stayOnListFailure } from './editable-list'
import { editList, goneRow, openRow } from './list-answers.server'

const LIST = '/admin/settings/experiences'
const TEXTS = rowTexts('Delete', 'experience')

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see content')
  if (params.id) return openRow(params.id, experienceList.open, { pictures: picturesToChoose() })
  const experiences = experienceList.all()
  const onHomePage = experiences.filter(({ featured }) => featured > 0).slice(0, FEATURED_AT_MOST)
  return {
    experiences: experiences.map((experience) => ({
      ...{ id: experience.id, name: experience.title, about: listedWords(EXPERIENCE, experience) },
      picture: pictureAt(experience.imageUrl),
      isFeatured: experience.featured > 0,
      isOnHomePage: onHomePage.some(({ id }) => id === experience.id),
    })),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change content')
  return editList(request, params.id, staff, {
    ...experienceList,
    ...{ table: EXPERIENCE, schema: ExperienceForm, list: LIST },
    refusals: {
      gone: goneRow('experience'),
      'no-such-picture': { fieldErrors: { imageUrl: [PICTURE_GONE] } },
    },
    saved: ({ featured }) => ({
      title: 'Experience saved',
      description: featured
        ? `The home page shows ${FEATURED_FIRST} that are featured.`
        : 'It is not featured, so the home page does not show it.',
    }),
    removed: { title: 'Experience deleted', description: 'The site no longer shows it.' },
  })
}

export const clientAction = stayOnListFailure(TEXTS)

export const meta = ({ params }: MetaArgs) => adminHead(params.id ? 'Experience' : 'Experiences')

/** The experiences in the order of the home page; or one of them, to be written. */
export default function ExperiencesPage() {
  const loaded = useLoaderData<typeof loader>()
  if ('experiences' in loaded) return <Experiences {...loaded} />
  const { pictures, ...row } = loaded
  const experience = row.words
  return (
    <EditRow
      {...{ form: 'experience', texts: TEXTS, table: EXPERIENCE, schema: ExperienceForm, list: LIST }}
      {...{ row, pictures }}
      heading={experience?.title ?? 'Add experience'}
      removal={
        <>
          <strong dir="auto">{experience?.title}</strong> disappears from the site. This cannot be undone. Its
          picture stays.
        </>
      }
    />
  )
}

type ExperiencesProps = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { experiences: unknown }>

const Experiences = ({ experiences }: ExperiencesProps) => (
  <OrderedListPage
    title="Experiences"
    lead={`The home page shows ${FEATURED_FIRST} that are featured, in this order.`}
    page={LIST}
    one="experience"
    rows={experiences.map(({ id, name, about, picture, ...home }) => ({
      ...{ id, name, about, picture },
      badge: <FeaturedBadge {...home} />,
    }))}
    empty={{ title: 'No experiences yet', note: 'Those you add and feature appear on the home page.' }}
  />
)

function FeaturedBadge({ isFeatured, isOnHomePage }: { isFeatured: boolean; isOnHomePage: boolean }) {
  if (isOnHomePage) return <Badge tone="success">On the home page</Badge>
  return isFeatured ? <Badge tone="wait">Featured, but not among {FEATURED_FIRST}</Badge> : null
}
