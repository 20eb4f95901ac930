import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { FEATURED_AT_MOST, FEATURED_FIRST } from '#app/site/list-forms'
import { experienceList } from '#app/site/lists.server'
import { stayOnFailure } from '#app/ui/admin/admin-form'
import { adminHead } from '#app/ui/admin/admin-parts'
import { Badge } from '#app/ui/badge'
import { moveRow } from './list-answers.server'
import { OrderedListPage } from './ordered-list'

const PAGE = '/admin/settings/experiences'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see content')
  const experiences = experienceList.all()
  const onHomePage = experiences.filter(({ featured }) => featured > 0).slice(0, FEATURED_AT_MOST)
  return {
    experiences: experiences.map(({ id, title, location, duration, price, featured }) => ({
      ...{ id, name: title, about: [location, duration, price].join(' · ') },
      isFeatured: featured > 0,
      isOnHomePage: onHomePage.some((experience) => experience.id === id),
    })),
  }
}

/** Moves an experience one place up or down. */
export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change content')
  return moveRow(await readForm(request, ['id', 'move']), PAGE, staff, experienceList.move)
}

export const clientAction = stayOnFailure({ title: 'Failed to move the experience' })

export const meta = () => adminHead('Experiences')

export default function ExperiencesPage() {
  const { experiences } = useLoaderData<typeof loader>()
  return (
    <OrderedListPage
      title="Experiences"
      lead={`The home page shows ${FEATURED_FIRST} that are featured, in this order.`}
      page={PAGE}
      one="experience"
      rows={experiences.map(({ id, name, about, ...home }) => ({
        ...{ id, name, about },
        badge: <FeaturedBadge {...home} />,
      }))}
      empty={{ title: 'No experiences yet', note: 'Those you add and feature appear on the home page.' }}
    />
  )
}

function FeaturedBadge({ isFeatured, isOnHomePage }: { isFeatured: boolean; isOnHomePage: boolean }) {
  if (isOnHomePage) return <Badge tone="success">On the home page</Badge>
  return isFeatured ? <Badge tone="wait">Featured, but not among {FEATURED_FIRST}</Badge> : null
}
