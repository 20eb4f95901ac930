import { Form, useNavigation } from '@remix-run/react'
import { Button } from '#app/ui/button'
import { buttonLook } from '#app/ui/button-look'
import { Link } from '#app/ui/link'
import { Panel } from '#app/ui/panel'

/** Asks before it erases: by `?erase` in the page's address, so that it needs no scripts. */
export function EraseDetails({ here, isAsked = false }: { here: string; isAsked?: boolean }) {
  const busy = useNavigation().formData?.get('intent') === 'erase'
  return (
    <Panel as="section" id="erase">
      <h2 className="type-h3">{isAsked ? 'Erase all of it?' : 'Erase these details'}</h2>
      <p className="mt-2 text-sm">
        {isAsked
          ? 'Passport, food and health, emergency contact and flights disappear at once, and cannot be brought back. The place on the journey stays.'
          : 'You can have everything on this page erased at once. The place on the journey stays; before the departure we would ask again.'}
      </p>
      {isAsked ? (
        <Form method="post" action={here} className="mt-5 flex flex-wrap gap-3.5">
          <Button tone="danger" name="intent" value="erase" busy={busy} busyLabel="Erasing...">
            Erase everything
          </Button>
          <Link to={here} preventScrollReset className={buttonLook('outline')}>
            Keep it
          </Link>
        </Form>
      ) : (
        <p className="mt-5">
          <Link to={`${here}?erase`} className={buttonLook('danger')}>
            Erase these details
          </Link>
        </p>
      )}
    </Panel>
  )
}
