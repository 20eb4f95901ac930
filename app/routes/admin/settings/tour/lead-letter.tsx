import { adminButton } from '#app/ui/admin/admin-parts'
import { LetterPreview } from '#app/ui/admin/letters'
import { SelectField } from '#app/ui/field'
import type { LeadLetter } from './lead-letter.server'

type Props = {
  letter: LeadLetter
  /** Of the button that shows it again: what it posts, and where to. Without, it is part of a form by GET. */
  button?: { name: string; value: string; formAction: string }
  busy: boolean
}

/** What leaves, before it leaves; part of a form whose button draws it for another lead traveler. */
export const LeadLetterShown = ({ letter, button, busy }: Props) => (
  <div>
    <div className="mb-3 flex flex-wrap items-end gap-2.5">
      <SelectField
        label="As it reads for"
        name="as"
        key={letter.as}
        defaultValue={letter.as}
        className="min-w-0 flex-1 basis-60"
      >
        {letter.readers.map(({ reference, name }) => (
          <option key={reference} value={reference}>
            {name}, {reference}
          </option>
        ))}
      </SelectField>
      <button type="submit" {...button} aria-busy={busy} className={adminButton('plain', 'min-h-12.5')}>
        Show the letter
      </button>
    </div>
    <LetterPreview from={letter.from} {...letter.preview} />
  </div>
)
