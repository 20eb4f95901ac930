import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { FEATURED_AT_MOST, FEATURED_FIRST } from '#app/site/list-forms'
import { allExperiences, moveExperience } from '#app/site/lists.server'
import { stayOnFailure } from '#app/ui/admin/admin-form'
import { AdminHeading, AdminLink, adminHead, EmptyState } from '#app/ui/admin/admin-parts'
import { Badge } from '#app/ui/badge'
import { moveRow } from './list-answers.server'
import { OrderedList } from './ordered-list'

const PAGE = '/admin/settings/experiences'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see content')
  const experiences = allExperiences()
  const shown = experiences.filter(({ featured }) => featured > 0).slice(0, FEATURED_AT_MOST)
  return {
    experiences: experiences.map(({ id, title, location, duration, price, featured }) => ({
      ...{ id, title, location, duration, price },
      isFeatured: featured > 0,
      isShown: shown.some((experience) => experience.id === id),
    })),
  }
}

/** Moves an experience one place up or down. */
export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change content')
  const form = await readForm(request, ['id', 'move'])
  return moveRow(form, PAGE, staff, moveExperience)
}

export const clientAction = stayOnFailure({ title: 'Failed to move the experience' })

export const meta = () => adminHead('Experiences')

export default function ExperiencesPage() {
  const { experiences } = useLoaderData<typeof loader>()
  return (
    <>
      <AdminHeading
        title="Experiences"
        lead={`The home page shows ${FEATURED_FIRST} that are featured, in this order.`}
      >
        <AdminLink to={`${PAGE}/new`} tone="main">
          Add experience
        </AdminLink>
      </AdminHeading>
      <OrderedList
        rows={experiences.map(({ id, title, location, duration, price, ...home }) => ({
          ...{ id, name: title, to: `${PAGE}/${id}` },
          badge: <FeaturedBadge {...home} />,
          about: [location, duration, price].join(' · '),
        }))}
        empty={
          <EmptyState title="No experiences yet">
            Those you add and feature appear on the home page.
          </EmptyState>
        }
      />
    </>
  )
}

function FeaturedBadge({ isFeatured, isShown }: { isFeatured: boolean; isShown: boolean }) {
  if (isShown) return <Badge tone="success">On the home page</Badge>
  return isFeatured ? <Badge tone="wait">Featured, but not among {FEATURED_FIRST}</Badge> : null
}
