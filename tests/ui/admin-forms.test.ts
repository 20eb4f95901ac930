import type { ClientActionFunctionArgs } from '@remix-run/react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import routes from '#app/routes'
import type { NotSentAnswer } from '#app/ui/admin/admin-form'

// Every form of the admin area keeps what was typed where the network or the
// site fails. This walks the route map, so that a new form cannot be forgotten.

/** Actions that no form of a page waits for. */
const NO_FORM: Record<string, string> = {
  'routes/admin/sign-out.ts': 'has no page; with scripts the shell calls the API instead',
  'routes/admin/broadcasts/preview.ts': 'is called by the editor, which keeps what it showed last',
  'routes/admin/bookings/export.ts': 'only refuses a POST',
  'routes/admin/manifest/saved-manifest.ts': 'its page keeps a tick on the phone until there is a network',
}

type Entry = { file: string; path?: string; children?: Entry[] }
type Module = {
  action?: unknown
  clientAction?: (args: ClientActionFunctionArgs) => Promise<Response>
  shouldRevalidate?: (after: { actionStatus: number; defaultShouldRevalidate: boolean }) => boolean
}

const filesOf = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ file, children }) => [file, ...filesOf(children ?? [])])

const adminFiles = [...new Set(filesOf((await routes) as Entry[]))].filter((file) =>
  file.startsWith('routes/admin/'),
)
const modules = await Promise.all(
  adminFiles.map(async (file) => [file, (await import(`../../app/${file}`)) as Module] as const),
)
const withForms = modules.filter(([file, { action }]) => action && !(file in NO_FORM))

test('there are such pages, and no exception that is none', () => {
  expect(withForms.length).toBeGreaterThan(20)
  const actions = modules.filter(([, { action }]) => action).map(([file]) => file)
  expect(Object.keys(NO_FORM).filter((file) => !actions.includes(file))).toEqual([])
})

// What failed is logged, for "check console for details".
beforeAll(() => void vi.spyOn(console, 'error').mockReturnValue())

const sent = () =>
  new Request('http://localhost:3000/admin/somewhere', { method: 'POST', body: new URLSearchParams('a=b') })

const answerTo = (module: Module, serverAction: () => Promise<never>) =>
  module.clientAction?.({ request: sent(), params: {}, serverAction }) ?? Promise.reject('no clientAction')

describe.each(withForms)('%s', (_, module) => {
  test('tells that the network failed, and revalidates no loader', async () => {
    const answer = await answerTo(module, () => Promise.reject(new TypeError('Failed to fetch')))
    expect(answer.status).toBe(503)
    const after = { actionStatus: answer.status, defaultShouldRevalidate: false }
    expect(module.shouldRevalidate?.(after) ?? false).toBe(false)
    const { notSent } = (await answer.json()) as NotSentAnswer
    expect(notSent.title).not.toBe('')
    expect(notSent.advice).toBe('Nothing is lost: check your connection and press the button again.')
  })

  test('follows the redirect after success', async () => {
    const success = new Response(null, { status: 302, headers: { Location: '/admin/dashboard' } })
    await expect(answerTo(module, () => Promise.reject(success))).rejects.toBe(success)
  })
})
