import type { LoaderFunctionArgs } from '@remix-run/node'
import { testimonials } from '#app/server/contract/guest-calls'
import { onlyDeclared } from '#app/server/contract/json-call.server'
import { toldStories } from '#app/site/lists.server'

export const loader = ({ request }: LoaderFunctionArgs) =>
  onlyDeclared(request, testimonials) ?? Response.json(toldStories())

export const action = (call: LoaderFunctionArgs) => loader(call)
