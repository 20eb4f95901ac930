import { useNavigate } from '@remix-run/react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { CloseIcon } from '#app/ui/icons'
import { Link } from '#app/ui/link'
import { Tooltip } from './tooltip'

type Props = {
  title: string
  /** The page below, shown again when the dialog closes. */
  closeTo: string
  children: ReactNode
}

/**
 * A dialog with an address of its own: a child route, rendered open by the server, so that without scripts it is
 * a panel of the page. Scripts show it as a modal: focus stays inside, Escape and its button go back to
 * `closeTo`, and focus returns to where it was.
 */
export function RouteDialog({ title, closeTo, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  const heading = useId()

  useEffect(() => {
    const opener = document.activeElement
    const element = dialog.current
    if (!element || element.matches(':modal')) return
    element.close()
    element.showModal()
    return () => {
      element.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])

  const close = () => navigate(closeTo, { preventScrollReset: true })
  return (
    <dialog
      ref={dialog}
      open
      aria-labelledby={heading}
      className="desk-dialog"
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
    >
      <div className="mb-4 flex items-start justify-between gap-4">
        <h2 id={heading} className="font-semibold text-xl">
          {title}
        </h2>
        <Tooltip text="Close">
          <Link
            to={closeTo}
            preventScrollReset
            aria-label="Close"
            className="-m-2 grid size-11 flex-none place-items-center rounded-full text-desk-soft hover:bg-desk hover:text-ink"
          >
            <CloseIcon className="size-4.5" />
          </Link>
        </Tooltip>
      </div>
      {children}
    </dialog>
  )
}
