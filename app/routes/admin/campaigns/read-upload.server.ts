import { type ListFile, textOfList } from '#app/people/list-file.server'
import { postedForm } from '#app/server/read-form.server'

export type SubscriberUpload = { addresses: string; consent: boolean; file: ListFile | null }

/**
 * Reads the form of new subscribers: like readForm, named fields only, and the file. Throws a Response alike.
 */
export async function readUpload(request: Request): Promise<SubscriberUpload> {
  const form = await postedForm(request)
  const addresses = form.get('addresses')
  const file = form.get('list')
  return {
    addresses: typeof addresses === 'string' ? addresses : '',
    consent: form.get('consent') === 'on',
    // A form without a chosen file sends an empty one without a name.
    file: file instanceof Blob && file.size > 0 ? textOfList(new Uint8Array(await file.arrayBuffer())) : null,
  }
}
