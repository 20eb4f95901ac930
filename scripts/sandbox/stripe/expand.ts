import { lineItemsOf } from './checkout-sessions'
import { badRequest } from './refusal'
import type { Sandbox } from './sandbox'

type Shown = Record<string, unknown>

/**
 * Puts whole objects where ids stand, by `expand[]=payment_intent.latest_charge` or `expand[]=data.charge`.
 */
export function expanded(sandbox: Sandbox, answer: object, paths: string[]): object {
  const shown = structuredClone(answer) as Shown
  for (const path of paths) expandPath(sandbox, shown, path.split('.'), path)
  return shown
}

function expandPath(sandbox: Sandbox, shown: Shown, steps: string[], path: string): void {
  const [step = '', ...rest] = steps
  const found = shown[step]
  if (Array.isArray(found)) {
    for (const one of found) expandPath(sandbox, one as Shown, rest, path)
    return
  }
  const inner = whole(sandbox, shown, step, path)
  if (inner === null) return
  shown[step] = inner
  if (rest.length > 0) expandPath(sandbox, inner, rest, path)
}

function whole(sandbox: Sandbox, shown: Shown, step: string, path: string): Shown | null {
  const found = shown[step]
  if (typeof found === 'object') return found as Shown | null
  if (typeof found === 'string') {
    const object = sandbox.store.findAny(found)
    if (object) return structuredClone(object) as unknown as Shown
  }
  if (shown.object === 'checkout.session' && step === 'line_items')
    return lineItemsOf(sandbox, String(shown.id))
  if (shown.object === 'charge' && step === 'refunds') return refundsOf(sandbox, String(shown.id))
  throw badRequest(`This property cannot be expanded (${path}).`, 'expand')
}

function refundsOf(sandbox: Sandbox, charge: string): Shown {
  const data = sandbox.store.all('refund').filter((refund) => refund.charge === charge)
  return { object: 'list', data, has_more: false, url: `/v1/charges/${charge}/refunds` }
}
