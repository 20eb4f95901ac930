import type { ToastMessage } from '#app/ui/toasts/toast-message'

export const PHOTO_HUNG: ToastMessage = {
  tone: 'success',
  title: 'Photograph uploaded',
  description: 'It hangs at the end of the gallery.',
}
