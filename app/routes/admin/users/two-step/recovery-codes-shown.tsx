import { useEffect, useRef } from 'react'
import { deskButton } from '#app/ui/desk/desk-button'
import { DeskHeading } from '#app/ui/desk/desk-heading'
import { DeskPanel } from '#app/ui/desk/desk-panel'
import { Link } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { showToast } from '#app/ui/toasts/show-toast'

type Props = { title: string; codes: string[]; doneTo: string }

/** The codes, once. The button that was pressed is gone: focus goes to the page's heading. */
export function RecoveryCodesShown({ title, codes, doneTo }: Props) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.closest('main')?.querySelector<HTMLElement>('h1')?.focus()
    showToast({ tone: 'success', title })
  }, [title])
  return (
    <>
      <DeskHeading title={title} />
      <Notice
        ref={place}
        tone="wait"
        role="status"
        title="Print or write down these recovery codes now"
        className="mb-5"
      >
        They are shown this once. Each signs you in once instead of a code from your app, as when your phone
        is lost. Keep them where you keep other keys, and not on that phone.
      </Notice>
      <DeskPanel title="Your recovery codes">
        <ul aria-label="Recovery codes" className="grid max-w-md grid-cols-1 gap-x-8 gap-y-2 sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code} className="font-mono text-base">
              {code}
            </li>
          ))}
        </ul>
        <div className="desk-no-print mt-5 flex flex-wrap gap-2.5">
          <Link to={doneTo} className={deskButton('main')}>
            I have them
          </Link>
          <button
            type="button"
            onClick={() => void copy(codes)}
            className={deskButton('plain', '[@media(scripting:none)]:hidden')}
          >
            Copy
          </button>
        </div>
      </DeskPanel>
    </>
  )
}

async function copy(codes: string[]): Promise<void> {
  const isCopied = await navigator.clipboard.writeText(codes.join('\n')).then(
    () => true,
    () => false,
  )
  showToast(
    isCopied
      ? { tone: 'success', title: 'The codes are in your clipboard' }
      : {
          tone: 'failure',
          title: 'The codes could not be copied',
          description: 'Please print or write them down.',
        },
  )
}
