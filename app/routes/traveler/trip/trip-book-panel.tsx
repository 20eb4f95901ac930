import { ButtonLink } from '#app/ui/button'
import { Panel } from '#app/ui/panel'

/** The way to a trip book: as a document of its own, for a phone keeps it. */
export const TripBookPanel = ({ to }: { to: string }) => (
  <Panel as="section" className="p-6 print:hidden sm:p-8">
    <h2 className="type-h3">Your trip book</h2>
    <p className="mt-2 text-sm">
      Every day with its lodge, address and telephone, what to pack, and numbers for help. Open it once, and
      it stays on your phone for places without a network.
    </p>
    <ButtonLink to={to} tone="outline" reloadDocument className="mt-4">
      Open your trip book
    </ButtonLink>
  </Panel>
)
