import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { apiDocument } from '#app/server/contract/document.server'
import { Badge } from '#app/ui/badge'
import { TextLink } from '#app/ui/link'
import { pageHead } from '#app/ui/page-head'
import { PageHeading, Panel } from '#app/ui/panel'
import { type CallShown, callsShown } from './calls-shown.server'

/** The document of the calls, for people. */
export const loader = (_: LoaderFunctionArgs) => ({
  rules: apiDocument().info.description,
  calls: callsShown(apiDocument()),
})

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageHead({
    title: 'The site’s calls',
    description: 'What programs can ask this site for, and what it answers.',
    path: '/api',
    noindex: true,
    matches,
  })

export default function CallsPage() {
  const { rules, calls } = useLoaderData<typeof loader>()
  return (
    <div className="wrap pb-20">
      <PageHeading title="The site’s calls" lead={rules}>
        <p className="mt-4">
          The same for programs, as OpenAPI 3.1:{' '}
          <TextLink to="/api/openapi.json" reloadDocument>
            openapi.json
          </TextLink>
        </p>
      </PageHeading>
      <nav aria-label="Calls" className="mb-10">
        <ul className="grid gap-x-8 sm:grid-cols-2">
          {calls.map(({ id, method, path }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="inline-block min-h-6 py-1 font-mono text-xs wrap-anywhere underline"
              >
                {method} {path}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid gap-6">
        {calls.map((call) => (
          <Call key={call.id} call={call} />
        ))}
      </div>
    </div>
  )
}

const Call = ({ call }: { call: CallShown }) => (
  <Panel as="section" className="min-w-0 p-5 sm:p-8">
    <h2 id={call.id} className="type-h3 scroll-mt-28">
      {call.summary}
    </h2>
    <p className="mt-3 font-mono text-sm wrap-anywhere">
      <strong>{call.method}</strong> {call.path}
    </p>
    <p className="mt-3 text-sm text-ink-soft">
      <Badge tone="info">{call.who}</Badge> {call.notes}
    </p>
    <Fields title="In the address" fields={call.parameters} />
    <Fields title="Body" fields={call.fields} />
    {call.example && <Code title="Example" text={call.example} />}
    <h3 className="mt-6 font-semibold">Answers</h3>
    <dl className="mt-2 grid gap-2">
      {call.answers.map(({ status, means, shape }) => (
        <div key={status} className="grid gap-x-4 sm:grid-cols-[3rem_1fr]">
          <dt className="font-mono font-semibold">{status}</dt>
          <dd>
            {means}
            {shape && <span className="block font-mono text-xs text-ink-soft wrap-anywhere">{shape}</span>}
          </dd>
        </div>
      ))}
    </dl>
  </Panel>
)

function Fields({ title, fields }: { title: string; fields: CallShown['fields'] }) {
  if (fields.length === 0) return null
  return (
    <>
      <h3 className="mt-6 font-semibold">{title}</h3>
      <dl className="mt-2 grid gap-2">
        {fields.map(({ name, isNeeded, says }) => (
          <div key={name} className="grid gap-x-4 sm:grid-cols-[16rem_1fr]">
            <dt className="font-mono text-sm wrap-anywhere">{name}</dt>
            <dd className="text-sm">
              {isNeeded ? '' : 'May be left out. '}
              {says}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

const Code = ({ title, text }: { title: string; text: string }) => (
  <>
    <h3 className="mt-6 font-semibold">{title}</h3>
    <pre className="mt-2 rounded-field bg-cream p-4 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
      {text}
    </pre>
  </>
)
