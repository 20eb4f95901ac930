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

/**
 * The library that shows toasts. Pages where the network may be lost before the first toast fetch it ahead.
 */
export const fetchToasts = () => import('./radix-toast')

type Shown = ComponentType<{ toast: FlashedToast | null; onClose: () => void }>

/**
 * Where toasts appear. The server writes the flashed one into the page, so that it shows without scripts;
 * with scripts the library takes over, fetched only when there is something to show. Where it cannot be
 * fetched, toasts are shown as the server writes them.
 */
export function Toaster({ flashed }: { flashed: FlashedToast | null }) {
  const [fromServer] = useState(flashed)
  const [Shown, setShown] = useState<Shown | null>(null)
  const [isPlain, setPlain] = useState(false)
  const toast = useSyncExternalStore(onToastChange, currentToast, () => null)

  useEffect(() => {
    if (flashed) showToast(flashed)
  }, [flashed])

  useEffect(() => {
    if (!toast || Shown) return
    // The network may be lost, which is what the toast has to say.
    fetchToasts().then(
      (module) => setShown(() => module.default),
      () => setPlain(true),
    )
  }, [toast, Shown])

  useEffect(() => {
    if (!toast || Shown || !isPlain) return
    const timer = setTimeout(closeToast, TOAST_MS)
    return () => clearTimeout(timer)
  }, [toast, Shown, isPlain])

  return (
    <div className="shell-toasts">
      {Shown ? (
        <Shown toast={toast} onClose={closeToast} />
      ) : (
        <WrittenToast toast={isPlain ? toast : fromServer} />
      )}
    </div>
  )
}

const WrittenToast = ({ toast }: { toast: FlashedToast | null }) => (
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
