import { Link } from '#app/ui/link'
import { deskButton } from './desk-button'

/** Ends a list's filter. Its place is kept while there is none, so that the button beside it stays where it is. */
export const ClearLink = ({ to, children }: { to: string | null; children: string }) =>
  to === null ? (
    <span aria-hidden="true" className={deskButton('plain', 'invisible min-h-12.5')}>
      {children}
    </span>
  ) : (
    <Link to={to} className={deskButton('plain', 'min-h-12.5')}>
      {children}
    </Link>
  )
