import type { LinkProps } from '@remix-run/react'
import { Link } from '#app/ui/link'
import { type ButtonTone, buttonLook } from './button-look'

/** A link that looks like a button: it goes somewhere, where a button does something. */
export function ButtonLink({ tone = 'umber', className, ...rest }: LinkProps & { tone?: ButtonTone }) {
  return <Link {...rest} className={buttonLook(tone, className)} />
}
