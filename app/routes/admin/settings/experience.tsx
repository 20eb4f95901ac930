import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { characters } from '#app/platform/typed/fields'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { picturesToChoose } from '#app/site/gallery.server'
import { EXPERIENCE_LIMITS, ExperienceForm, FEATURED_FIRST } from '#app/site/list-forms'
import { experienceList } from '#app/site/lists.server'
import { PICTURE_GONE } from '#app/site/picture'
import { TickField } from '#app/ui/admin/admin-fields'
import { adminHead } from '#app/ui/admin/admin-parts'
import { TextAreaField, TextField } from '#app/ui/field'
import { EditRow, keepEdited, rowTexts } from './edit-row'
import { editRow, openRow } from './list-answers.server'
import { PictureChoice } from './settings-fields'

const LIST = '/admin/settings/experiences'
const TEXTS = rowTexts('Delete', 'experience')
const LABELS = {
  ...{ title: 'Title', description: 'Description', location: 'Location', duration: 'Duration' },
  ...{ price: 'Price', imageUrl: 'Picture', featured: 'Featured' },
}
const GONE = 'This experience was deleted in the meantime. Save again to add it as a new one.'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see content')
  return openRow(params.id, experienceList.open, { pictures: picturesToChoose() })
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change content')
  return editRow(request, params.id, staff, {
    ...experienceList,
    ...{ schema: ExperienceForm, list: LIST },
    labels: LABELS,
    say: { featured: (featured) => (featured ? 'yes' : 'no'), imageUrl: () => 'another picture' },
    refusals: {
      gone: { formErrors: [GONE], isGone: true },
      'no-such-picture': { fieldErrors: { imageUrl: [PICTURE_GONE] } },
    },
    saved: ({ featured }) => ({
      title: 'Experience saved',
      description: featured
        ? `The home page shows ${FEATURED_FIRST} that are featured.`
        : 'It is not featured, so the home page does not show it.',
    }),
    removed: { title: 'Experience deleted', description: 'The site no longer shows it.' },
  })
}

export const clientAction = keepEdited(TEXTS)

export const meta = () => adminHead('Experience')

export default function ExperiencePage() {
  const { pictures, ...row } = useLoaderData<typeof loader>()
  const experience = row.words
  return (
    <EditRow
      {...{ form: 'experience', texts: TEXTS, schema: ExperienceForm, list: LIST, row }}
      {...{ labels: LABELS, limits: EXPERIENCE_LIMITS }}
      begin={experience && { ...experience, featured: experience.featured ? 'on' : undefined }}
      heading={experience?.title ?? 'Add experience'}
      removal={
        <>
          <strong dir="auto">{experience?.title}</strong> disappears from the site. This cannot be undone. Its
          picture stays.
        </>
      }
    >
      {(field) => {
        const [featured, picture] = [field('featured'), field('imageUrl')]
        return (
          <>
            <TextField {...field('title')} required className="sm:col-span-2" />
            <TextAreaField
              {...field('description')}
              required
              rows={3}
              hint={`Two lines on the card; at most ${characters(EXPERIENCE_LIMITS.description)}.`}
              className="sm:col-span-2"
            />
            <TextField {...field('location')} required />
            <TextField {...field('duration')} required hint="As travelers read it: 4 days" />
            <TextField {...field('price')} required hint="As travelers read it: From $2,950" />
            <TickField
              id={featured.id}
              name="featured"
              label="Featured"
              hint={`The home page shows ${FEATURED_FIRST} experiences that are featured.`}
              defaultChecked={featured.defaultValue === 'on'}
              className="self-center"
            />
            <PictureChoice
              pictures={pictures}
              name="imageUrl"
              chosen={picture.defaultValue}
              errors={picture.errors}
              className="sm:col-span-2"
            />
          </>
        )
      }}
    </EditRow>
  )
}
