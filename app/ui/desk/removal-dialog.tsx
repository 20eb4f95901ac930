import { Form, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Link } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { deskButton } from './desk-button'
import { type Failure, NotSent } from './not-sent'
import { RouteDialog } from './route-dialog'

type Props = {
  title: string
  /** The page that asks; its action gets `intent=remove`. */
  page: string
  label: string
  busyLabel: string
  refused?: string
  /** What is said when it could not be sent. */
  notSent: Failure
  children: ReactNode
}

/** Asks before something is removed for good. Opened by `?remove` in the page's address, so it needs no scripts. */
export function RemovalDialog({ title, page, label, busyLabel, refused, notSent, children }: Props) {
  const busy = useNavigation().formData?.get('intent') === 'remove'
  return (
    <RouteDialog title={title} closeTo={page}>
      <div className="text-sm">{children}</div>
      {refused && <Notice tone="danger" role="alert" title={refused} className="mt-4" />}
      <NotSent only={notSent} className="mt-4" />
      <Form method="post" action={`${page}?remove`} className="mt-5 flex flex-wrap justify-end gap-2.5">
        <Link to={page} preventScrollReset className={deskButton('plain')}>
          Keep it
        </Link>
        <button type="submit" name="intent" value="remove" disabled={busy} className={deskButton('danger')}>
          {busy ? busyLabel : label}
        </button>
      </Form>
    </RouteDialog>
  )
}
