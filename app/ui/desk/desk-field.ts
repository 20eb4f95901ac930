import type { FieldMetadata, FormMetadata } from '@conform-to/react'

/**
 * What a field of a form gives to TextField and its like. The first wrong one takes focus where the server made
 * the page anew; with scripts conform does that.
 */
export const deskField = <Form extends Record<string, unknown>>(
  form: FormMetadata<Form, string[]>,
  field: FieldMetadata<unknown, Form, string[]>,
) => ({
  id: field.id,
  name: field.name,
  errors: field.errors,
  defaultValue: typeof field.initialValue === 'string' ? field.initialValue : undefined,
  autoFocus: Object.keys(form.allErrors)[0] === field.name,
})
