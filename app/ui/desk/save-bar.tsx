import { useNavigation } from '@remix-run/react'
import { Link } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { deskButton } from './desk-button'
import { type Failure, NotSent } from './not-sent'

type Props = {
  label: string
  busyLabel?: string
  backTo: string
  /** What is wrong with the form as a whole. */
  errors?: string[]
  /** What is said when it could not be sent. */
  notSent: Failure
  removeTo?: string
  removeLabel?: string
}

/** The end of a form: what is wrong with it, save, leave, and the way to removing. */
export function SaveBar({
  label,
  busyLabel = 'Saving...',
  backTo,
  errors,
  notSent,
  removeTo,
  removeLabel,
}: Props) {
  const busy = useNavigation().formData?.get('intent') === 'save'
  return (
    <div>
      {errors?.[0] && <Notice tone="danger" role="alert" title={errors[0]} className="mb-5" />}
      <NotSent only={notSent} className="mb-5" />
      <div className="flex flex-wrap gap-2.5">
        <button
          type="submit"
          name="intent"
          value="save"
          disabled={busy}
          aria-busy={busy}
          className={deskButton('main')}
        >
          {busy ? busyLabel : label}
        </button>
        <Link to={backTo} className={deskButton('plain')}>
          Cancel
        </Link>
        {removeTo && (
          <Link to={removeTo} preventScrollReset className={deskButton('danger', 'sm:ml-auto')}>
            {removeLabel}
          </Link>
        )}
      </div>
    </div>
  )
}
