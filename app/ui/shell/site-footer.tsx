import { BRAND } from '#app/brand'
import { FOOTER_LINKS } from '#app/site-pages'
import { Link } from '#app/ui/link'
import { Wordmark } from '#app/ui/wordmark'
import { SocialIcons } from './social-icons'

type Props = {
  /** Absent where the root loader failed. */
  settings:
    | {
        footerText: string
        contactEmail: string
        contactPhone: string
        postalAddress: string
        /** The addresses behind the icons, in their order; empty where there is none. */
        social: string[]
      }
    | undefined
  year: string | undefined
  quiet: boolean | undefined
}

const LATE =
  'rendered-late [--expected-height:707px] sm:[--expected-height:507px] lg:[--expected-height:393px]'

export const SiteFooter = ({ settings, year, quiet }: Props) => (
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

const Columns = ({ settings }: Pick<Props, 'settings'>) => (
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
            <FooterLink to={`tel:${settings.contactPhone.replace(/[^+\d]/g, '')}`}>
              {settings.contactPhone}
            </FooterLink>
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
