import type { LoaderFunctionArgs } from '@remix-run/node'
import { featuredExperiences as featuredCall } from '#app/server/contract/site-calls'
import { onlyDeclared } from '#app/server/json-call.server'
import { featuredExperiences } from '#app/site/lists.server'

export const loader = ({ request }: LoaderFunctionArgs) =>
  onlyDeclared(request, featuredCall) ??
  Response.json(
    featuredExperiences().map(({ slug: _slug, position: _position, ...experience }) => experience),
  )

export const action = (call: LoaderFunctionArgs) => loader(call)
