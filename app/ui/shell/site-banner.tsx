type Props = { banner: { bannerEnabled: boolean; bannerText: string | null } | undefined }

/** The line staff can put above every page; what they write is text, never markup. */
export function SiteBanner({ banner }: Props) {
  if (!banner?.bannerEnabled || !banner.bannerText?.trim()) return null
  return (
    <aside
      aria-label="Announcement"
      className="shell-banner on-dark relative z-41 bg-umber px-(--gutter) py-2.5 text-center text-sm font-medium"
    >
      {banner.bannerText}
    </aside>
  )
}
