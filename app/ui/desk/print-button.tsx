import { useEffect, useState } from 'react'
import { deskButton } from './desk-button'

/** Without scripts the browser's own menu prints: then there is no button. */
export function PrintButton() {
  const [hasScripts, setHasScripts] = useState(false)
  useEffect(() => setHasScripts(true), [])
  if (!hasScripts) return null
  return (
    <button type="button" className={deskButton('main')} onClick={() => window.print()}>
      Print
    </button>
  )
}
