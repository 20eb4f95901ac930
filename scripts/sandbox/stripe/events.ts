import { isForm } from './form'
import { newId, nowSeconds } from './ids'
import { pageOf } from './lists'
import type { Kept, StripeEvent } from './objects'
import { textOf } from './parameters'
import { noSuch } from './refusal'
import type { Call } from './sandbox'
import type { Store } from './store'

/** The version that the installed SDK speaks; events are written in it unless a request names another. */
export const API_VERSION = '2026-10-28.endive'

export interface AskedBy {
  id: string | null
  idempotency_key: string | null
}

/** Writes an event down with the object as it is now. */
export function recordEvent(store: Store, type: string, object: Kept, request: AskedBy): StripeEvent {
  return store.keep({
    id: newId('evt_3', 23),
    object: 'event',
    api_version: API_VERSION,
    created: nowSeconds(),
    data: { object: structuredClone(object) as unknown as StripeEvent['data']['object'] },
    livemode: false,
    pending_webhooks: 1,
    request,
    type,
  })
}

export function retrieveEvent({ sandbox, id }: Call): StripeEvent {
  const event = sandbox.store.find('event', id)
  if (!event) throw noSuch('event', id)
  return { ...event, pending_webhooks: waitingDeliveries(sandbox.store, id) }
}

/**
 * `GET /v1/events`, also by `type`, `types[]` and `created[gte]`: what a site asks that missed its webhooks.
 */
export function listEvents({ sandbox, params }: Call) {
  const type = textOf(params, 'type')
  const types = Array.isArray(params.types) || isForm(params.types) ? Object.values(params.types) : undefined
  return pageOf(
    sandbox,
    'event',
    params,
    '/v1/events',
    (event) => (!type || matches(event.type, type)) && (!types || types.includes(event.type)),
  )
}

// `payment_intent.*` stands for every event of that kind.
function matches(type: string, asked: string): boolean {
  return asked.endsWith('*') ? type.startsWith(asked.slice(0, -1)) : type === asked
}

function waitingDeliveries(store: Store, eventId: string): number {
  const row = store.database
    .prepare<[string], { waiting: number }>(
      "SELECT count(*) AS waiting FROM deliveries WHERE event_id = ? AND state = 'waiting'",
    )
    .get(eventId)
  return row?.waiting ?? 0
}
