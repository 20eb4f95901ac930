import { answersOf } from '#app/server/contract/document.server'
import type { Operation } from '#app/server/contract/operation'

type Given = { status: number; headers: Headers; text: string }

/** Why an answer is none that its call declares; null where it is one. */
export function undeclared(operation: Operation, { status, headers, text }: Given): string | null {
  const answer = answersOf(operation)[status]
  if (!answer) return `${status} is not declared: ${text.slice(0, 300)}`
  if (answer.wait && !/^[1-9]\d*$/.test(headers.get('Retry-After') ?? '')) return 'there is no Retry-After'
  if (!answer.schema) return text === '' ? null : `there is a body: ${text.slice(0, 300)}`
  if (!headers.get('Content-Type')?.startsWith('application/json'))
    return `it is not JSON: ${text.slice(0, 300)}`
  const issues = answer.schema.safeParse(JSON.parse(text)).error?.issues
  return issues ? `${status} has another shape: ${JSON.stringify(issues).slice(0, 500)}` : null
}
