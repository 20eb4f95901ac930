import type { Form } from './form'
import { Refusal } from './refusal'
import type { Store } from './store'

export interface Answer {
  status: number
  body: object
  /** False when nothing had begun: such an answer is not kept for the same key. */
  begun: boolean
}

interface Saved {
  path: string
  params: string
  status: number
  body: string
}

const A_DAY = 24 * 60 * 60 * 1000

/** The answers that were given to idempotency keys, for a day, as at Stripe. */
export function keepAnswers(store: Store) {
  const find = store.database.prepare<[string], Saved>(
    'SELECT path, params, status, body FROM answers WHERE key = ?',
  )
  const save = store.database.prepare(
    'INSERT INTO answers (key, path, params, status, body, at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  store.database.prepare('DELETE FROM answers WHERE at < ?').run(Date.now() - A_DAY)
  const underWay = new Set<string>()

  return {
    /** As if a day had gone by. */
    forget: () => void store.database.exec('DELETE FROM answers'),
    /** The saved answer for this key, if the very same thing was asked before. */
    repeated(key: string, path: string, params: Form): Answer | undefined {
      const saved = find.get(key)
      if (!saved) return undefined
      refuseUnlessSame(key, saved, path, JSON.stringify(params))
      return { status: saved.status, body: JSON.parse(saved.body), begun: true }
    },
    /** Marks the key as being worked on; a twin that comes in the meantime has to wait. */
    begin(key: string): void {
      if (underWay.has(key)) throw inUse(key)
      underWay.add(key)
    },
    end(key: string): void {
      underWay.delete(key)
    },
    remember(key: string, path: string, params: Form, answer: Answer): void {
      const worthKeeping =
        answer.begun && answer.status !== 409 && answer.status !== 429 && answer.status < 500
      if (!worthKeeping) return
      save.run(key, path, JSON.stringify(params), answer.status, JSON.stringify(answer.body), Date.now())
    },
  }
}

function refuseUnlessSame(key: string, saved: Saved, path: string, params: string): void {
  if (saved.path === path && saved.params === params) return
  const message =
    saved.path === path
      ? `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
      : `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${saved.path}'). Try using a key other than '${key}' if you meant to execute a different request.`
  throw new Refusal(400, { type: 'idempotency_error', message }, false)
}

function inUse(key: string): Refusal {
  const message = `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`
  return new Refusal(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message }, false)
}
