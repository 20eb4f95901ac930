import type { LoaderFunctionArgs } from '@remix-run/node'
import { onlyDeclared } from '#app/server/contract/json-call.server'
import { testimonials } from '#app/server/contract/site-calls'
import { storyList } from '#app/site/lists.server'

export const loader = ({ request }: LoaderFunctionArgs) =>
  onlyDeclared(request, testimonials) ??
  Response.json(storyList.all().map(({ slug: _slug, position: _position, ...story }) => story))

export const action = (call: LoaderFunctionArgs) => loader(call)
