import type { LoaderFunctionArgs } from '@remix-run/node'
import { valuesOf } from '#app/platform/typed/fields'
import { testimonials } from '#app/server/contract/guest-calls'
import { onlyDeclared } from '#app/server/contract/json-call.server'
import { Testimonial } from '#app/server/contract/operation'
import { toldStories } from '#app/site/lists.server'

export const loader = ({ request }: LoaderFunctionArgs) =>
  onlyDeclared(request, testimonials) ??
  Response.json(toldStories().map((story) => valuesOf(Testimonial.shape, story)))

export const action = (call: LoaderFunctionArgs) => loader(call)
