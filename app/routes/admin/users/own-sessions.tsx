import { Badge } from '#app/ui/badge'
import { deskButton } from '#app/ui/desk/desk-button'
import { DeskPanel } from '#app/ui/desk/desk-panel'

export type ShownSession = { browser: string; times: string; isThis: boolean }

/** Where somebody is signed in, for themselves alone, and the way to end all of it. */
export const OwnSessions = ({ sessions }: { sessions: ShownSession[] }) => (
  <DeskPanel title="Where you are signed in" className="mb-8 p-5">
    <ul aria-label="Your sessions" className="max-h-96 overflow-y-auto" tabIndex={-1}>
      {sessions.map(({ browser, times, isThis }, place) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike in every word, and none has a state
          key={place}
          className="border-desk-line border-t py-2.5 text-sm first:border-t-0"
        >
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
            {browser || 'An unknown browser'}
            {isThis && <Badge tone="wait">This one</Badge>}
          </p>
          <p className="mt-0.5 text-desk-soft text-xs">{times}</p>
        </li>
      ))}
    </ul>
    {/* The browser's own form: the answer makes it forget what it kept of these pages. */}
    <form method="post" action="/admin/logout?everywhere" className="mt-3 flex flex-wrap items-center gap-3">
      <button type="submit" className={deskButton('danger')}>
        Sign out everywhere
      </button>
      <p className="min-w-0 flex-1 basis-52 text-desk-soft text-xs">
        Here too. If you do not know one of these, change your password as well.
      </p>
    </form>
  </DeskPanel>
)
