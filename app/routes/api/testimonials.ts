import type { ActionFunctionArgs } from '@remix-run/node'
import { travellerStories } from '#app/content/testimonials.server'
import { onlyMethods } from '#app/routes/api/json-call.server'

/** Every traveller story, with the fields of spec §3. */
export const loader = () =>
  Response.json(travellerStories().map(({ slug: _slug, position: _position, ...story }) => story))

export const action = ({ request }: ActionFunctionArgs) => onlyMethods(request, 'GET')
