import { namedFields, postedForm } from '#app/routes/read-form.server'

/** Reads a form with one file: the named fields once each, and nothing else (as readForm). */
export async function readUpload(
  request: Request,
  fields: readonly string[],
  fileField: string,
): Promise<FormData> {
  const posted = await postedForm(request)
  const form = namedFields(posted, fields)
  const file = posted.get(fileField)
  if (file instanceof File) form.append(fileField, file)
  return form
}
