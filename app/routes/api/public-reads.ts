import type { LoaderFunctionArgs } from '@remix-run/node'
import { apiDocument } from '#app/server/contract/document.server'
import {
  featuredExperiences as featuredCall,
  testimonials,
  theDocument,
} from '#app/server/contract/guest-calls'
import { onlyDeclared, refuse } from '#app/server/contract/json-call.server'
import { matchedPath } from '#app/server/guards/answer'
import { featuredExperiences, storyList } from '#app/site/lists.server'

const withoutPlace = <Row extends { slug: unknown; position: unknown }>({ slug, position, ...row }: Row) =>
  row

/** What anyone may read: each is an address of its own in the map of the site. */
const CALLS = [
  { operation: featuredCall, answer: () => featuredExperiences().map(withoutPlace) },
  { operation: testimonials, answer: () => storyList.all().map(withoutPlace) },
  { operation: theDocument, answer: apiDocument },
]

export function loader({ request }: LoaderFunctionArgs) {
  const path = matchedPath(request)
  const call = CALLS.find(({ operation }) => operation.path === path)
  if (!call) return refuse(404, 'Not found')
  return onlyDeclared(request, call.operation) ?? Response.json(call.answer())
}

export const action = (call: LoaderFunctionArgs) => loader(call)
