import { Badge } from '#app/ui/badge'
import { deskButton } from '#app/ui/desk/desk-button'
import { DeskPanel } from '#app/ui/desk/desk-panel'
import { Link } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { FEW_CODES } from './two-step-words'

/** Of an account that signs in with a code besides its password; null where it does not. */
export type ShownFactor = { left: number; isReadable: boolean } | null

/** Whether one's own account asks for a code besides the password: for its owner alone. */
export const OwnTwoStep = ({ factor }: { factor: ShownFactor }) => (
  <DeskPanel
    title="Two-step sign-in"
    className="mb-5 p-5"
    actions={<Badge tone={factor ? 'success' : 'wait'}>{factor ? 'On' : 'Off'}</Badge>}
  >
    {factor ? <On {...factor} /> : <Off />}
  </DeskPanel>
)

const Off = () => (
  <>
    <p className="mb-4 text-desk-soft text-sm">
      With it, your password alone is not enough: signing in also asks for a code from an app on your phone.
    </p>
    <Link to="/admin/users/two-step" className={deskButton('main')}>
      Set up
    </Link>
  </>
)

const On = ({ left, isReadable }: NonNullable<ShownFactor>) => (
  <>
    <p className="mb-4 text-desk-soft text-sm">
      You sign in with your password and a code from your app. {codesLeft(left)}
    </p>
    {!isReadable && (
      <Notice tone="wait" title="The site cannot check the codes of your app any more" className="mb-4">
        Turn it off with a recovery code, then set it up again.
      </Notice>
    )}
    {left <= FEW_CODES && (
      <Notice tone="wait" title={`Only ${left} left: make new recovery codes soon`} className="mb-4">
        Without a code and without your phone you cannot sign in.
      </Notice>
    )}
    <div className="flex flex-wrap gap-2.5">
      <Link to="/admin/users/two-step/codes" className={deskButton('plain')}>
        New recovery codes
      </Link>
      <Link to="/admin/users/two-step/off" className={deskButton('danger')}>
        Turn off
      </Link>
    </div>
  </>
)

const codesLeft = (left: number): string =>
  left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`
