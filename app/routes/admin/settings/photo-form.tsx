import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { PHOTO_MOST, PHOTO_REFUSALS } from '#app/site/list-forms'
import { type adminField, FileField } from '#app/ui/admin/admin-fields'
import { chooseAsJpeg } from '#app/ui/heic-file'
import { Notice } from '#app/ui/notice'
import type { ToastMessage } from '#app/ui/toasts/toast-message'
import { UploadFrame, useFileUpload } from './file-upload'

const PHOTO_REFUSAL_ID = 'photo-refusal'

export const usePhotoUpload = (to: string, done: ToastMessage) =>
  useFileUpload({
    ...{ to, done, what: 'photograph', tooLarge: PHOTO_REFUSALS['too-large'] },
    refusalIn: (page) => page.getElementById(PHOTO_REFUSAL_ID),
  })

type Props = {
  upload: Pick<ReturnType<typeof usePhotoUpload>, 'refused' | 'frame'>
  /** Conform's props of the form, what it refuses as a whole, and its field of the file. */
  form: ComponentProps<typeof UploadFrame>['form']
  errors: string[] | undefined
  photo: ReturnType<typeof adminField>
  backTo: string
  children: ReactNode
}

/** The form of a photograph's upload, with what stands beside the file; a refusal takes the focus. */
export function PhotoForm({ upload: { refused, frame }, form, errors, photo, backTo, children }: Props) {
  const notice = useRef<HTMLDivElement>(null)
  const refusal = refused ?? errors?.[0]
  useEffect(() => {
    if (refused) notice.current?.focus()
  }, [refused])
  return (
    <UploadFrame {...frame} form={form} backTo={backTo} preparing="Preparing its sizes, a few seconds">
      <FileField
        label="Photograph"
        {...photo}
        accept="image/jpeg,image/png,image/webp,image/avif,.jpg,.jpeg,.png,.webp,.avif"
        onChange={chooseAsJpeg}
        required
        hint={`JPEG, PNG, WebP or AVIF, at most ${PHOTO_MOST}. We remove where it was taken, and with what camera.`}
      />
      {children}
      {refusal && (
        <Notice ref={notice} tabIndex={-1} tone="danger" role="alert" title="The photograph was not accepted">
          <p id={PHOTO_REFUSAL_ID}>{refusal}</p>
        </Notice>
      )}
    </UploadFrame>
  )
}
