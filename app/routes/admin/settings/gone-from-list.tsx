import { deskButton } from '#app/ui/desk/desk-button'
import { DeskHeading } from '#app/ui/desk/desk-heading'
import { EmptyState } from '#app/ui/desk/empty-state'
import { Link } from '#app/ui/link'

/** A page of something that was deleted, or never was. */
export const GoneFromList = ({ list, what }: { list: string; what: string }) => (
  <>
    <DeskHeading title={`There is no such ${what}`} />
    <EmptyState title={`This ${what} was deleted, or its address is not complete`}>
      <Link to={list} className={deskButton('plain', 'mt-3')}>
        Back to the list
      </Link>
    </EmptyState>
  </>
)
