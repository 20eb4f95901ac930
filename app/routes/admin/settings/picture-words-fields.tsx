import type { FieldMetadata, FormMetadata } from '@conform-to/react'
import { PICTURE_LIMITS } from '#app/content/gallery/gallery-form'
import { deskField } from '#app/ui/desk/desk-field'
import { TextAreaField } from '#app/ui/text-area-field'
import { TextField } from '#app/ui/text-field'

type Props<Form extends Record<string, unknown>> = {
  form: FormMetadata<Form, string[]>
  fields: Record<'title' | 'alt' | 'place', FieldMetadata<unknown, Form, string[]>>
}

/** What is written beside a picture, the same for a new one and for one that hangs. */
export const PictureWordsFields = <Form extends Record<string, unknown>>({ form, fields }: Props<Form>) => (
  <>
    <TextField label="Title" {...deskField(form, fields.title)} required maxLength={PICTURE_LIMITS.title} />
    <TextAreaField
      label="Alternative text"
      {...deskField(form, fields.alt)}
      required
      maxLength={PICTURE_LIMITS.alt}
      rows={3}
      hint="For those who cannot see it: place, subject, light. “Six elephants cross dry grass below Kilimanjaro at first light.”"
    />
    <TextField label="Place" optional {...deskField(form, fields.place)} maxLength={PICTURE_LIMITS.place} />
  </>
)
