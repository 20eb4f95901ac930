import { useEffect, useRef } from 'react'
import { deskButton } from '#app/ui/desk/desk-button'
import { showToast } from '#app/ui/toasts/show-toast'

/** The link that was made: in the clipboard where scripts may put it there, and in a field to be taken from. */
export function PaymentLinkResult({ link }: { link: string }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
    void copy(link)
  }, [link])
  return (
    <div className="mt-4 rounded-field bg-desk p-3.5" role="status">
      <label htmlFor="payment-link" className="mb-1.5 block font-semibold text-xs">
        Payment Link Generated
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          ref={field}
          id="payment-link"
          readOnly
          value={link}
          className="h-11 min-w-0 flex-1 basis-60 rounded-field border border-field bg-white px-3 font-mono text-xs"
        />
        <button
          type="button"
          onClick={() => void copy(link)}
          className={deskButton('plain', '[@media(scripting:none)]:hidden')}
        >
          Copy
        </button>
      </div>
      <p className="mt-1.5 text-desk-soft text-xs">The link is permanent and for this traveler only.</p>
    </div>
  )
}

/** A browser may refuse the clipboard: then the link stands selected in its field. */
async function copy(link: string): Promise<void> {
  const isCopied = await navigator.clipboard.writeText(link).then(
    () => true,
    () => false,
  )
  showToast({
    tone: 'success',
    title: 'Payment Link Generated',
    description: isCopied ? 'The link is in your clipboard.' : 'Copy the link from its field.',
  })
}
