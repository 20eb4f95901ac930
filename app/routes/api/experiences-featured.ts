import type { LoaderFunctionArgs } from '@remix-run/node'
import { valuesOf } from '#app/platform/typed/fields'
import { featuredExperiences as featuredCall } from '#app/server/contract/guest-calls'
import { onlyDeclared } from '#app/server/contract/json-call.server'
import { EXPERIENCE } from '#app/site/list-forms'
import { featuredExperiences } from '#app/site/lists.server'

export const loader = ({ request }: LoaderFunctionArgs) =>
  onlyDeclared(request, featuredCall) ??
  Response.json(
    featuredExperiences().map((experience) => ({ id: experience.id, ...valuesOf(EXPERIENCE, experience) })),
  )

export const action = (call: LoaderFunctionArgs) => loader(call)
