import type { LinkProps } from '@remix-run/react'
import { Link } from '#app/ui/link'

/** A link in running text or at the end of a card; takes the colour of dark ground from `on-dark` around it. */
export function TextLink({ className = '', ...rest }: LinkProps) {
  return (
    <Link
      {...rest}
      className={`font-semibold text-umber underline decoration-1 underline-offset-5 transition-colors hover:text-umber-deep hover:decoration-2 in-[.on-dark]:text-dawn in-[.on-dark]:hover:text-paper ${className}`}
    />
  )
}
