import { type Field, type Fields, namesOf } from '#app/platform/typed/fields'
import { adminField, type Filled, TickField } from '#app/ui/admin/admin-fields'
import { FieldError, FieldOf } from '#app/ui/field'
import { PictureChoice, type PicturesToChoose } from './picture-choice'

type Props = {
  table: Fields
  form: { allErrors: object }
  inputs: { readonly [Name in string]?: Filled }
  pictures?: PicturesToChoose | undefined
  suggestions?: Suggestions | undefined
}

/** Words that a field offers, by its name. */
export type Suggestions = Readonly<Record<string, string[]>>

/** The fields of a table in their order, as a form has them; those of a group under its name. */
export function TableFields({ table, form, inputs, pictures = [], suggestions = {} }: Props) {
  const groups = [...new Set(namesOf(table).map((name) => table[name]?.group))]
  return groups.map((group) => {
    const inGroup = namesOf(table)
      .filter((name) => table[name]?.group === group)
      .map((name) => {
        const [field, input] = [table[name], inputs[name]]
        // Without a label it is not asked for.
        return field?.label && input ? (
          <OneField
            key={name}
            {...{ field, pictures, input: adminField(form, input) }}
            suggested={suggestions[name]}
          />
        ) : null
      })
    return group === undefined ? (
      inGroup
    ) : (
      <fieldset
        key={group}
        className="grid gap-5 border-admin-line border-t pt-5 sm:col-span-2 sm:grid-cols-2"
      >
        <legend className="pr-3 font-semibold text-sm">{group}</legend>
        {inGroup}
      </fieldset>
    )
  })
}

type OneProps = {
  field: Field
  input: ReturnType<typeof adminField>
  pictures: PicturesToChoose
  suggested: string[] | undefined
}

function OneField({ field, input, pictures, suggested }: OneProps) {
  const { kind, label, hint, none, wide } = field
  const { id, name, defaultValue, errors } = input
  const className = wide ? 'sm:col-span-2' : undefined
  if (kind === 'picture')
    return (
      <PictureChoice {...{ pictures, name, label, hint, none, errors, className }} chosen={defaultValue} />
    )
  if (kind === 'tick')
    return (
      <TickField
        {...{ id, name, label, hint }}
        defaultChecked={defaultValue === 'on'}
        className="self-center"
      />
    )
  if (kind === 'percent')
    return (
      <div className={className}>
        <label htmlFor={id} className="mb-2 block font-semibold text-xs">
          {label}
        </label>
        <input
          type="range"
          {...{ id, name, defaultValue }}
          min={0}
          max={100}
          aria-describedby={`${id}-hint`}
          className="h-8 w-full max-w-sm accent-umber"
        />
        <p id={`${id}-hint`} className="text-admin-soft text-xs">
          {hint}
        </p>
        <FieldError message={errors?.[0]} />
      </div>
    )
  if (kind === 'unseen') return <input type="hidden" {...{ name, defaultValue }} />
  if (!suggested) return <FieldOf field={field} {...input} className={className} />
  const list = `${id}-suggested`
  return (
    <div className={className}>
      <FieldOf field={field} {...input} list={list} />
      <datalist id={list}>
        {suggested.map((words) => (
          <option key={words} value={words} />
        ))}
      </datalist>
    </div>
  )
}
