/** Reads a form with one file: the named fields once each, and nothing else (as readForm). */
export async function readUpload(
  request: Request,
  fields: readonly string[],
  fileField: string,
): Promise<FormData> {
  if (request.method !== 'POST') {
    throw new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } })
  }
  const contentType = request.headers.get('Content-Type') ?? ''
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(contentType)) {
    throw new Response('Please send a form', { status: 415 })
  }
  const posted = await request.formData().catch(() => {
    throw new Response('The form could not be read', { status: 400 })
  })
  const form = new FormData()
  for (const field of fields) {
    const value = posted.get(field)
    if (typeof value === 'string') form.append(field, value)
  }
  const file = posted.get(fileField)
  if (file instanceof File) form.append(fileField, file)
  return form
}
