import type { FieldMetadata, FormMetadata } from '@conform-to/react'
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
    <TextField label="Title" {...deskField(form, fields.title)} required maxLength={80} />
    <TextAreaField
      label="Alternative text"
      {...deskField(form, fields.alt)}
      required
      maxLength={250}
      rows={3}
      hint="For those who cannot see it: place, subject, light. “Six elephants cross dry grass below Kilimanjaro at first light.”"
    />
    <TextField label="Place" optional {...deskField(form, fields.place)} maxLength={80} />
  </>
)
