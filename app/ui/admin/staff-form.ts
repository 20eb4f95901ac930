import { useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import type { z } from 'zod'

// Apart from what every screen has: those without a form would load the checks too.

type Fields = z.ZodType<unknown, Record<string, unknown>>
type Form<Schema extends Fields> = Parameters<typeof useForm<Schema['_zod']['input'], z.output<Schema>>>[0]

/** A form that its schema checks: when it is sent, and after that as one types. */
export const useStaffForm = <Schema extends Fields>(schema: Schema, form: Form<Schema>) =>
  useForm<Schema['_zod']['input'], z.output<Schema>>({
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
    shouldRevalidate: 'onInput',
    ...form,
  })
