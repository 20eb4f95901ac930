import { type Form, isForm } from './form'
import type { Kind, Kinds } from './objects'
import { textOf, wholeNumber } from './parameters'
import { badRequest, noSuch } from './refusal'
import type { Sandbox } from './sandbox'

/** One page of a kind, newest first, by Stripe's `limit`, `starting_after`, `ending_before` and `created`. */
export function pageOf<K extends Kind>(
  sandbox: Sandbox,
  kind: K,
  params: Form,
  url: string,
  wanted: (object: Kinds[K]) => boolean = () => true,
) {
  const limit = wholeNumber(params, 'limit') ?? 10
  if (limit < 1 || limit > 100) throw badRequest('This value must be between 1 and 100 (inclusive).', 'limit')
  const found = sandbox.store
    .all(kind)
    .filter((object) => wanted(object) && isWithin(createdOf(object), params))
  const after = textOf(params, 'starting_after')
  const before = textOf(params, 'ending_before')

  const rest = after
    ? found.slice(placeOf(found, after, kind, 'starting_after') + 1)
    : before
      ? found.slice(0, placeOf(found, before, kind, 'ending_before'))
      : found
  const data = before ? rest.slice(-limit) : rest.slice(0, limit)
  return { object: 'list', data, has_more: rest.length > data.length, url }
}

function placeOf(objects: { id: string }[], id: string, kind: Kind, param: string): number {
  const place = objects.findIndex((object) => object.id === id)
  if (place < 0) throw noSuch(kind, id, param)
  return place
}

function createdOf(object: object): number {
  return 'created' in object ? Number(object.created) : 0
}

function isWithin(created: number, params: Form): boolean {
  const range = params.created
  if (range === undefined) return true
  if (!isForm(range)) return created === wholeNumber(params, 'created')
  const bound = (name: string) => wholeNumber(range, name)
  return (
    created >= (bound('gte') ?? Number.NEGATIVE_INFINITY) &&
    created > (bound('gt') ?? Number.NEGATIVE_INFINITY) &&
    created <= (bound('lte') ?? Number.POSITIVE_INFINITY) &&
    created < (bound('lt') ?? Number.POSITIVE_INFINITY)
  )
}
