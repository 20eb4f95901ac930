import { BRAND } from '#app/platform/words'
import { FOOTER_LINKS } from '#app/site/site-pages'
import { Wordmark } from '#app/ui/icons'
import { Link, telHref, VisuallyHidden } from '#app/ui/link'
import { type PageHandle, type ShellData, useShellData } from './page-handle'

const NETWORKS = [
  {
    name: 'Facebook',
    path: 'M13.4 20v-7.2h2.4l.4-2.9h-2.8V8.1c0-.8.2-1.4 1.4-1.4h1.5V4.1c-.3 0-1.1-.1-2.2-.1-2.1 0-3.6 1.3-3.6 3.7v2.2H8.1v2.9h2.4V20z',
  },
  {
    name: 'Instagram',
    path: 'M8.2 4h7.6A4.2 4.2 0 0 1 20 8.2v7.6a4.2 4.2 0 0 1-4.2 4.2H8.2A4.2 4.2 0 0 1 4 15.8V8.2A4.2 4.2 0 0 1 8.2 4m0 1.6a2.6 2.6 0 0 0-2.6 2.6v7.6a2.6 2.6 0 0 0 2.6 2.6h7.6a2.6 2.6 0 0 0 2.6-2.6V8.2a2.6 2.6 0 0 0-2.6-2.6zm3.8 2.5a3.9 3.9 0 1 1 0 7.8 3.9 3.9 0 0 1 0-7.8m0 1.6a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6m4.1-2.7a.95.95 0 1 1 0 1.9.95.95 0 0 1 0-1.9',
  },
  {
    name: 'YouTube',
    path: 'M20.6 8.2a2.2 2.2 0 0 0-1.5-1.5C17.7 6.3 12 6.3 12 6.3s-5.7 0-7.1.4a2.2 2.2 0 0 0-1.5 1.5C3 9.6 3 12 3 12s0 2.4.4 3.8c.2.7.8 1.3 1.5 1.5 1.4.4 7.1.4 7.1.4s5.7 0 7.1-.4a2.2 2.2 0 0 0 1.5-1.5c.4-1.4.4-3.8.4-3.8s0-2.4-.4-3.8M10.2 14.7V9.3l4.7 2.7z',
  },
]

/** Three icons, each a link once staff set its address (rules 10.8). Without `href` it does nothing. */
const SocialIcons = ({ links = [] }: { links?: string[] }) => (
  <ul className="-ml-2.5 flex gap-1">
    {NETWORKS.map(({ name, path }, at) => {
      const href = links[at]
      const label = href ? name : `${name} (coming soon)`
      return (
        <li key={name}>
          <a
            {...(href ? { href, rel: 'noopener' } : { role: 'link', 'aria-disabled': true })}
            title={label}
            className="grid size-11 place-items-center rounded-full text-mist [&[href]]:hover:text-paper"
          >
            <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" className="size-6">
              <path d={path} />
            </svg>
            <VisuallyHidden>{label}</VisuallyHidden>
          </a>
        </li>
      )
    })}
  </ul>
)

const LATE =
  'rendered-late [--expected-height:707px] sm:[--expected-height:507px] lg:[--expected-height:393px]'

export function SiteFooter({ quiet }: Pick<PageHandle, 'quiet'>) {
  const { settings, year } = useShellData() ?? {}
  return (
    <footer className={`shell-footer on-dark bg-dusk text-sm ${quiet ? '' : LATE}`}>
      <div className="wrap">
        {!quiet && <Columns settings={settings} />}
        <p className="border-paper/15 border-t py-6 text-xs text-mist">
          © {year} {BRAND}
          {quiet && settings && (
            <>
              {' · '}
              <FooterLink to={`mailto:${settings.contactEmail}`}>{settings.contactEmail}</FooterLink>
            </>
          )}
        </p>
      </div>
    </footer>
  )
}

const Columns = ({ settings }: Partial<ShellData>) => (
  <div className="grid gap-x-12 gap-y-10 py-14 sm:grid-cols-2 md:py-18 lg:grid-cols-[1.7fr_1fr_1.2fr]">
    <div className="sm:col-span-2 lg:col-span-1">
      <Wordmark />
      {settings && <p className="mt-5 max-w-[42ch] text-mist">{settings.footerText}</p>}
    </div>
    <nav aria-label="Footer">
      <ul className="-my-1.5">
        {FOOTER_LINKS.map(({ to, label }) => (
          <li key={to}>
            <FooterLink to={to}>{label}</FooterLink>
          </li>
        ))}
      </ul>
    </nav>
    <div>
      {settings && (
        <ul className="-mt-1.5 mb-4">
          <li>
            <FooterLink to={`mailto:${settings.contactEmail}`}>{settings.contactEmail}</FooterLink>
          </li>
          <li>
            <FooterLink to={telHref(settings.contactPhone)}>{settings.contactPhone}</FooterLink>
          </li>
          <li className="max-w-[34ch] text-balance py-1.5 text-mist">{settings.postalAddress}</li>
        </ul>
      )}
      <SocialIcons links={settings?.social} />
    </div>
  </div>
)

const FooterLink = ({ to, children }: { to: string; children: React.ReactNode }) => (
  <Link to={to} className="inline-block py-1.5 decoration-1 underline-offset-4 hover:underline">
    {children}
  </Link>
)
