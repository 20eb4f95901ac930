import { getFormProps, useForm } from '@conform-to/react'
import { Form, useNavigation } from '@remix-run/react'
import { Button } from '#app/ui/button'
import { Notice } from '#app/ui/notice'
import type { DetailsAnswer } from './answer-details.server'
import type { DetailsPage } from './details-page.server'
import { type DetailFieldset, EmergencyContact, Flights, FoodAndHealth, Passport } from './details-parts'
import { SavedByOther } from './saved-by-other'

type Props = { page: DetailsPage; here: string; isOwn: boolean; answer: DetailsAnswer | undefined }

/** Saved in as many parts as somebody likes: no field is required. */
export function DetailsForm({ page, here, isOwn, answer }: Props) {
  const answered = answer?.form === 'details' ? answer : undefined
  const busy = useNavigation().formData?.get('intent') === 'save'
  const [form, fields] = useForm<DetailFieldset>({
    // Saved details are a new form: its fields begin with what is saved now.
    id: `details-${page.version}`,
    lastResult: answered?.submission,
    defaultValue: { ...page.details, name: page.name },
  })
  const parts = { page, form, fields, isOwn }
  return (
    <Form method="post" action={here} {...getFormProps(form)} key={form.id} className="grid gap-6">
      <input type="hidden" name="version" value={answered?.meanwhile?.version ?? page.version} />
      {answered?.meanwhile && <SavedByOther differences={answered.meanwhile.differences} />}
      <Passport {...parts} />
      <FoodAndHealth {...parts} />
      <EmergencyContact {...parts} />
      <Flights {...parts} />
      {form.errors?.[0] && <Notice tone="danger" role="alert" title={form.errors[0]} />}
      <p>
        <Button name="intent" value="save" busy={busy} busyLabel="Saving...">
          Save the details
        </Button>
      </p>
    </Form>
  )
}
