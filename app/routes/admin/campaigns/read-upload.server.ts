import { type ListFile, textOfList } from '#app/people/list-file.server'

export type SubscriberUpload = { addresses: string; consent: boolean; file: ListFile | null }

/** Reads the form of new subscribers: like readForm, named fields only, and the file. Throws a Response alike. */
export async function readUpload(request: Request): Promise<SubscriberUpload> {
  if (request.method !== 'POST') {
    throw new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } })
  }
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(contentType(request))) {
    throw new Response('Please send a form', { status: 415 })
  }
  const form = await request.formData().catch(() => {
    throw new Response('The form could not be read', { status: 400 })
  })
  const addresses = form.get('addresses')
  const file = form.get('list')
  return {
    addresses: typeof addresses === 'string' ? addresses : '',
    consent: form.get('consent') === 'on',
    // A form without a chosen file sends an empty one without a name.
    file: file instanceof Blob && file.size > 0 ? textOfList(new Uint8Array(await file.arrayBuffer())) : null,
  }
}

const contentType = (request: Request) => request.headers.get('Content-Type') ?? ''
