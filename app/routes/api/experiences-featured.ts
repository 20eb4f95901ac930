import type { LoaderFunctionArgs } from '@remix-run/node'
import { featuredExperiences as featuredCall } from '#app/server/contract/guest-calls'
import { onlyDeclared } from '#app/server/contract/json-call.server'
import { featuredExperiences } from '#app/site/lists.server'

export const loader = ({ request }: LoaderFunctionArgs) =>
  onlyDeclared(request, featuredCall) ??
  Response.json(
    featuredExperiences().map(({ slug: _slug, position: _position, ...experience }) => experience),
  )

export const action = (call: LoaderFunctionArgs) => loader(call)
