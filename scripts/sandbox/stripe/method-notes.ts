import type { MethodNote, NextAnswer, PaymentMethod } from './objects'
import type { Sandbox } from './sandbox'

/** What is known of a method beyond Stripe's own shape. */
export function noteOf(sandbox: Sandbox, method: string): MethodNote {
  const id = `${method}_note`
  return sandbox.store.find('method_note', id) ?? { id, ...NOTHING }
}

export function note(sandbox: Sandbox, method: string, more: Partial<MethodNote>): void {
  sandbox.store.keep({ ...noteOf(sandbox, method), ...more })
}

/** What a test has said of the method's next charge; it is said once. */
export function nextAnswerOf(sandbox: Sandbox, { id }: PaymentMethod): NextAnswer | undefined {
  const [next, ...rest] = noteOf(sandbox, id).nextAnswers
  if (next) note(sandbox, id, { nextAnswers: rest })
  return next
}

const NOTHING: Omit<MethodNote, 'id'> = {
  object: 'method_note',
  isSetUp: false,
  isSpent: false,
  isRevoked: false,
  nextAnswers: [],
}
