import { Link } from '#app/ui/link'
import { Spinner } from '#app/ui/spinner'
import { type DeskButtonTone, deskButton } from './desk-button'

type Props = {
  cancelTo: string
  busy: boolean
  label: string
  busyLabel: string
  tone?: DeskButtonTone
}

/** The end of a dialog's form: its deed, and the way back. */
export const DialogActions = ({ cancelTo, busy, label, busyLabel, tone = 'main' }: Props) => (
  <div className="mt-1 flex flex-wrap justify-end gap-2.5">
    <Link to={cancelTo} preventScrollReset className={deskButton('plain')}>
      Cancel
    </Link>
    <button type="submit" disabled={busy} aria-busy={busy} className={deskButton(tone)}>
      {busy && <Spinner className="size-4" />}
      {busy ? busyLabel : label}
    </button>
  </div>
)
