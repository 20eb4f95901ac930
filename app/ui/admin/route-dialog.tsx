import { Form, useNavigate, useNavigation } from '@remix-run/react'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import { CloseIcon } from '#app/ui/icons'
import { Link } from '#app/ui/link'
import { type Failure, NotSent } from './admin-form'
import { AdminLink, SubmitButton } from './admin-parts'
import { Tooltip } from './tooltip'

type Props = {
  title: string
  closeTo: string
  children: ReactNode
}

/**
 * A dialog with its own address: a child route, rendered open by the server, so that without scripts it is a
 * panel of the page. With scripts it is modal; Escape and Close go to `closeTo`, and focus returns to what
 * opened it.
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
      className="admin-dialog"
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
            className="-m-2 grid size-11 flex-none place-items-center rounded-full text-admin-soft hover:bg-admin hover:text-ink"
          >
            <CloseIcon className="size-4.5" />
          </Link>
        </Tooltip>
      </div>
      {children}
    </dialog>
  )
}

type DialogActionsProps = ComponentProps<typeof SubmitButton> & { cancelTo: string; cancelLabel?: string }

/** The end of each dialog: Cancel, then its command. */
export const DialogActions = ({ cancelTo, cancelLabel = 'Cancel', ...command }: DialogActionsProps) => (
  <div className="mt-1 flex flex-wrap justify-end gap-2.5">
    <AdminLink to={cancelTo} preventScrollReset>
      {cancelLabel}
    </AdminLink>
    <SubmitButton {...command} />
  </div>
)

type ConfirmDialogProps = {
  title: string
  closeTo: string
  /** Without one it posts to the address that opened it, so that a refusal is shown in it. */
  action?: string
  refused?: string | undefined
  fields?: Record<string, string | number>
  label: string
  busyLabel: string
  tone?: ComponentProps<typeof SubmitButton>['tone']
  children: ReactNode
}

/** Says what a press of its button does. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, closeTo, action, refused, fields = {}, children, ...command } = props
  const busy = useNavigation().formMethod === 'POST'
  return (
    <RouteDialog title={title} closeTo={closeTo}>
      {children}
      <NotSent refused={refused} className="mt-4" />
      <Form method="post" action={action} preventScrollReset className="mt-5">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <DialogActions cancelTo={closeTo} busy={busy} {...command} />
      </Form>
    </RouteDialog>
  )
}

type RemovalDialogProps = {
  title: string
  /** Its action gets `intent=remove`. */
  page: string
  label: string
  busyLabel: string
  refused?: string
  /** Shown when it could not be sent. */
  notSent: Failure
  /** More fields, where its page has several things to remove. */
  fields?: ReactNode
  children: ReactNode
}

/** Asks before removing something for good. `?remove` in the page's address opens it, without scripts too. */
export function RemovalDialog(props: RemovalDialogProps) {
  const { title, page, label, busyLabel, refused, notSent, fields, children } = props
  const busy = useNavigation().formData?.get('intent') === 'remove'
  return (
    <RouteDialog title={title} closeTo={page}>
      <div className="text-sm">{children}</div>
      <NotSent refused={refused} only={notSent} className="mt-4" />
      <Form method="post" action={`${page}?remove`} className="mt-5">
        {fields}
        <DialogActions
          cancelTo={page}
          cancelLabel="Keep it"
          name="intent"
          value="remove"
          tone="danger"
          {...{ busy, label, busyLabel }}
        />
      </Form>
    </RouteDialog>
  )
}
