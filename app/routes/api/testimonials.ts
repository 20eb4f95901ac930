import type { LoaderFunctionArgs } from '@remix-run/node'
import { testimonials } from '#app/server/contract/site-calls'
import { onlyDeclared } from '#app/server/json-call.server'
import { travelerStories } from '#app/site/lists.server'

export const loader = ({ request }: LoaderFunctionArgs) =>
  onlyDeclared(request, testimonials) ??
  Response.json(travelerStories().map(({ slug: _slug, position: _position, ...story }) => story))

export const action = (call: LoaderFunctionArgs) => loader(call)
