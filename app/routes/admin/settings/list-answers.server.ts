import type { Submission } from '@conform-to/react'
import { data, redirect } from '@remix-run/node'
import type { ChangedMeanwhile, Direction } from '#app/platform/lists/ordered-rows.server'
import { BrokenForm, formParts } from '#app/server/form-parts.server'
import { FORM_BYTES_AT_MOST, namedFields, onlyPost, postedForm } from '#app/server/read-form.server'
import type { FilmRefusal } from '#app/site/film-rules'
import { forgetReceived, type ReceivedFilm, receiveFilm } from '#app/site/gallery/film-files.server'

type Labels<Stored> = { [Field in keyof Stored]: string }
type Say<Stored> = { [Field in keyof Stored]?: (value: Stored[Field]) => string }

/**
 * The form again, with all that was typed, and beside it what somebody else stored meanwhile where the two differ. Saved
 * once more it takes the place of that. `say` puts into words what a field does not show as it is stored.
 */
export function answerChangedMeanwhile<Stored extends Record<string, unknown>>(
  submission: Submission<Record<string, unknown>, string[], Stored>,
  typed: Stored,
  { stored, version }: ChangedMeanwhile<Stored>,
  labels: Labels<Stored>,
  say: Say<Stored> = {},
) {
  const meanwhile = (Object.keys(stored) as (keyof Stored)[])
    .filter((field) => stored[field] !== typed[field])
    .map((field) => `${labels[field]}: ${say[field]?.(stored[field]) ?? (stored[field] || 'nothing')}`)
  const reply = submission.reply({ formErrors: [NOT_SAVED] })
  return data({ ...reply, initialValue: { ...reply.initialValue, version }, meanwhile }, { status: 409 })
}

const NOT_SAVED = 'Not saved: somebody else was quicker. Look above, then save again.'

/** Moves the row that a button of the list on `page` names, and goes back to it; a form that is not ours moves nothing. */
export function moveRow(
  form: FormData,
  page: string,
  move: (id: number, direction: Direction) => void,
): Response {
  const direction = form.get('move')
  const id = Number(form.get('id'))
  if ((direction !== 'up' && direction !== 'down') || !Number.isSafeInteger(id)) return redirect(page, 303)
  move(id, direction)
  return redirect(`${page}#row-${id}`, 303)
}

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

type FilmSent = { form: FormData; film: ReceivedFilm | { refused: FilmRefusal } }

/** Reads a form with a film, which goes to the disk as it arrives; of the rest the named fields alone. */
export async function readFilmForm(
  request: Request,
  upload: AsyncIterable<Buffer> | undefined,
  fields: readonly string[],
): Promise<FilmSent> {
  onlyPost(request)
  const form = new FormData()
  let film: FilmSent['film'] = { refused: 'missing' }
  try {
    for await (const part of formParts(upload ?? nothing(), request.headers.get('Content-Type'))) {
      if (part.isFile && part.name === 'film' && 'refused' in film) film = await receiveFilm(part.data)
      else if (!part.isFile && fields.includes(part.name)) form.set(part.name, await textOf(part.data))
      if ('refused' in film && film.refused === 'too-large') break
    }
    return { form, film }
  } catch (error) {
    if ('path' in film) await forgetReceived(film)
    if (error instanceof BrokenForm) throw new Response('The form could not be read', { status: 400 })
    throw error
  }
}

async function* nothing(): AsyncGenerator<Buffer> {}

async function textOf(data: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of data) {
    bytes += part.length
    if (bytes > FORM_BYTES_AT_MOST) throw new BrokenForm()
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
