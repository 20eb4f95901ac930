import type { LoaderFunctionArgs } from '@remix-run/node'
import { onlyDeclared } from '#app/server/contract/json-call.server'
import { testimonials } from '#app/server/contract/site-calls'
import { travelerStories } from '#app/site/lists.server'

export const loader = ({ request }: LoaderFunctionArgs) =>
  onlyDeclared(request, testimonials) ??
  Response.json(travelerStories().map(({ slug: _slug, position: _position, ...story }) => story))

export const action = (call: LoaderFunctionArgs) => loader(call)
