import type { LoaderFunctionArgs } from '@remix-run/node'
import { testimonials } from '#app/server/contract/guest-calls'
import { onlyDeclared } from '#app/server/contract/json-call.server'
import { storyList } from '#app/site/lists.server'

export const loader = ({ request }: LoaderFunctionArgs) =>
  onlyDeclared(request, testimonials) ??
  Response.json(storyList.all().map(({ slug: _slug, position: _position, ...story }) => story))

export const action = (call: LoaderFunctionArgs) => loader(call)
