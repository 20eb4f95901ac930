import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import {
  closeToast,
  currentToast,
  type FlashedToast,
  onToastChange,
  showToast,
  TOAST_LOOK,
  TOAST_MS,
  ToastCard,
} from './toast-message'

/** The library for toasts. Pages that may lose the network before the first one prefetch it. */
export const loadToasts = () => import('./radix-toast')

type RadixToast = ComponentType<{ toast: FlashedToast | null; onClose: () => void }>

/**
 * Where toasts appear. The server writes the flashed one into the page, so that it shows without scripts;
 * with scripts the library takes over, fetched only when there is something to show. Where it cannot be
 * fetched, toasts are shown as the server writes them.
 */
export function Toaster({ flashed }: { flashed: FlashedToast | null }) {
  const [fromServer] = useState(flashed)
  const [RadixToast, setRadixToast] = useState<RadixToast | null>(null)
  const [isPlain, setPlain] = useState(false)
  const toast = useSyncExternalStore(onToastChange, currentToast, () => null)

  useEffect(() => {
    if (flashed) showToast(flashed)
  }, [flashed])

  useEffect(() => {
    if (!toast || RadixToast) return
    // The network may be lost, which is what the toast has to say.
    loadToasts().then(
      (module) => setRadixToast(() => module.default),
      () => setPlain(true),
    )
  }, [toast, RadixToast])

  useEffect(() => {
    if (!toast || RadixToast || !isPlain) return
    const timer = setTimeout(closeToast, TOAST_MS)
    return () => clearTimeout(timer)
  }, [toast, RadixToast, isPlain])

  return (
    <div className="shell-toasts">
      {RadixToast ? (
        <RadixToast toast={toast} onClose={closeToast} />
      ) : (
        <ServerToast toast={isPlain ? toast : fromServer} />
      )}
    </div>
  )
}

const ServerToast = ({ toast }: { toast: FlashedToast | null }) => (
  <div role="status" className="toast-place">
    {toast && (
      <div className={TOAST_LOOK}>
        <ToastCard tone={toast.tone}>
          <p className="font-semibold text-control">{toast.title}</p>
          {toast.description && <p className="text-ink-soft">{toast.description}</p>}
        </ToastCard>
      </div>
    )}
  </div>
)
