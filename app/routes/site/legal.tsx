import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { businessDay } from '#app/platform/clock.server'
import { showLongDay } from '#app/platform/days'
import { legalPage } from '#app/server/legal/legal-pages.server'
import { isLegalPage } from '#app/site/page-words'
import { pageAt } from '#app/site/site-pages'
import { TextLink } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { pageHead } from '#app/ui/page-head'
import { Section } from '#app/ui/section'

/** Terms or privacy, as they are now, or with `version` as somebody agreed to them. */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url)
  const page = pageAt(pathname)?.path.slice(1) ?? ''
  const version = searchParams.get('version')
  const id = version === null ? null : /^\d{1,9}$/.test(version) ? Number(version) : 0
  const shown = isLegalPage(page) ? legalPage(page, id) : null
  if (!isLegalPage(page) || !shown) throw new Response(null, { status: 404 })
  const since = shown.since && showLongDay(businessDay(shown.since))
  return { ...shown, page, since, isNumbered: id !== null }
}

const DESCRIPTIONS = {
  terms: 'What you book, how you pay, and what happens if you or we cancel.',
  privacy: 'What we know about you, why, for how long, and what you can ask of us.',
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  ...pageHead({
    matches,
    title: data?.title ?? 'Not found',
    description: data ? DESCRIPTIONS[data.page] : '',
    path: data ? `/${data.page}` : '/',
  }),
  // Search engines are told of what holds now.
  ...(data?.isNumbered ? [{ name: 'robots', content: 'noindex' }] : []),
]

export default function LegalPage() {
  const { title, html, since, isOld, page } = useLoaderData<typeof loader>()
  return (
    <Section labelledBy="legal-heading" className="pt-12! md:pt-18!">
      <div className="max-w-3xl">
        <h1 id="legal-heading" className="type-hero">
          {title}
        </h1>
        {since && <p className="mt-3 text-ink-soft">In this version since {since}.</p>}
        {isOld && (
          <Notice tone="wait" title="We have changed this page since" className="mt-6">
            For bookings that were made with it, this version holds.{' '}
            <TextLink to={`/${page}`}>Read the present one</TextLink>
          </Notice>
        )}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: markdown-it escapes what staff type */}
        <div className="legal-text mt-8" dangerouslySetInnerHTML={{ __html: html }} />
      </div>
    </Section>
  )
}
