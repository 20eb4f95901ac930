import { ArrivedNotice } from '#app/ui/arrived-notice'
import { deskButton } from '#app/ui/desk/desk-button'
import { Link } from '#app/ui/link'

/** Somebody else has saved since this form was opened. Who saved at the foot of the page would not see it from there. */
export const SavedMeanwhile = ({ by, here }: { by?: string; here: string }) => (
  <ArrivedNotice
    tone="wait"
    role="alert"
    title="Somebody else has saved these settings while you were writing"
    actions={
      <Link to={here} reloadDocument className={deskButton('plain')}>
        Drop my text and take what is stored
      </Link>
    }
  >
    {by && <p>Last saved by {by}.</p>}
    <p>
      Nothing of yours is lost: it is still in the form. Where it differs, what is stored now stands below.
      Save again to put your text in its place.
    </p>
  </ArrivedNotice>
)

export const StoredNow = ({ words }: { words: string }) => (
  <div className="mt-2.5 rounded-field border-wait border-l-4 bg-wait-fill px-3.5 py-2.5 text-sm">
    <p className="font-semibold text-2xs text-wait">Stored now</p>
    <p className="whitespace-pre-line [overflow-wrap:anywhere]">{words || 'Nothing'}</p>
  </div>
)
