import type { ActionFunctionArgs } from '@remix-run/node'
import { featuredExperiences } from '#app/content/experiences.server'
import { onlyMethods } from '#app/routes/api/json-call.server'

/** The signature experiences, with the fields of spec §3. */
export const loader = () =>
  Response.json(
    featuredExperiences().map(({ slug: _slug, position: _position, ...experience }) => experience),
  )

export const action = ({ request }: ActionFunctionArgs) => onlyMethods(request, 'GET')
