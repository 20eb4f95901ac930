import * as Toast from '@radix-ui/react-toast'
import { CloseIcon } from '#app/ui/icons'
import { type FlashedToast, TOAST_LOOK, TOAST_MS, ToastCard } from './toast-message'

type Props = { toast: FlashedToast | null; onClose: () => void }

/** The toast with scripts: closes by itself, by swipe, by its button; F8 goes to it (rules 10.12). */
export default function RadixToast({ toast, onClose }: Props) {
  return (
    <Toast.Provider duration={TOAST_MS} swipeDirection="right" swipeThreshold={50}>
      {toast && (
        <Toast.Root
          key={toast.id}
          type={toast.tone === 'failure' ? 'foreground' : 'background'}
          onOpenChange={(open) => !open && onClose()}
          className={`toast ${TOAST_LOOK}`}
        >
          <ToastCard tone={toast.tone} close={<CloseButton />}>
            <Toast.Title className="font-semibold text-control">{toast.title}</Toast.Title>
            {toast.description && (
              <Toast.Description className="text-ink-soft">{toast.description}</Toast.Description>
            )}
          </ToastCard>
        </Toast.Root>
      )}
      <Toast.Viewport hotkey={['F8']} className="toast-place" />
    </Toast.Provider>
  )
}

const CloseButton = () => (
  <Toast.Close
    aria-label="Close"
    className="-m-1.5 grid size-8 flex-none place-items-center rounded-full text-ink-soft hover:bg-sand hover:text-ink"
  >
    <CloseIcon className="size-4" />
  </Toast.Close>
)
