import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import type { PartyTraveler } from '#app/bookings/party.server'
import { now, today } from '#app/clock.server'
import { showDay } from '#app/days'
import { DETAIL_NAMES, isSealed } from '#app/travelers/details/detail-fields'
import { detailsForm } from '#app/travelers/details/details-form'
import { eraseDetails } from '#app/travelers/details/erase-details.server'
import { NAME_CHANGE_DAYS } from '#app/travelers/details/name-changes'
import {
  type DetailsSaved,
  type StoredMeanwhile,
  saveDetails,
} from '#app/travelers/details/save-details.server'
import { redirectWithToast } from '#app/ui/toasts/flash.server'

/** What a form is answered with that stays on screen. */
export type DetailsAnswer = {
  form: 'details' | 'link'
  submission: SubmissionResult<string[]>
  /** What somebody else has saved meanwhile, where it differs, and the mark by which it can be replaced. */
  meanwhile: { differences: string[]; version: string } | null
}

export const detailsFields = (): string[] => ['intent', ...Object.keys(detailsForm(today()).shape)]

/** Saves the form of a traveler's details, or erases what is stored; `here` is the page that sent it. */
export async function answerDetails(form: FormData, traveler: PartyTraveler, here: string) {
  if (form.get('intent') === 'erase') return erase(traveler, here)

  const submission = parseWithZod(form, { schema: detailsForm(today()) })
  if (submission.status !== 'success') return stays({ submission: submission.reply() }, 400)
  const saved = saveDetails(traveler, submission.value, now())
  if ('changed' in saved) return redirectWithToast(here, saved.changed ? SAVED : NOTHING_TO_SAVE)
  if (saved.refused === 'changed-meanwhile') {
    const { stored, version } = saved
    const meanwhile = { differences: stored.map(differenceWords), version }
    return stays({ submission: submission.reply({ formErrors: [SOMEBODY_WAS_QUICKER] }), meanwhile }, 409)
  }
  return stays({ submission: submission.reply({ formErrors: [REFUSALS[saved.refused]] }) }, 409)
}

function erase(traveler: PartyTraveler, here: string) {
  eraseDetails(traveler, now())
  return redirectWithToast(here, ERASED)
}

const stays = (answer: Pick<DetailsAnswer, 'submission'> & Partial<DetailsAnswer>, status: number) =>
  data<DetailsAnswer>({ form: 'details', meanwhile: null, ...answer }, { status })

const SAVED = {
  tone: 'success',
  title: 'Saved',
  description: 'Thank you. What is still missing can follow at any time.',
} as const
const NOTHING_TO_SAVE = {
  tone: 'info',
  title: 'Nothing to save',
  description: 'You changed nothing.',
} as const
const ERASED = {
  tone: 'success',
  title: 'The details are erased',
  description: 'Nothing of them is left with us.',
} as const

const SOMEBODY_WAS_QUICKER = 'Not saved: somebody else was quicker. Look above, then save again.'

const REFUSALS: Record<
  Exclude<Extract<DetailsSaved, { refused: string }>['refused'], 'changed-meanwhile'>,
  string
> = {
  gone: 'This booking is not active any more: there is nothing to fill in.',
  over: 'The journey is over: there is nothing to fill in any more.',
  'cannot-seal': 'Passport number and medical notes cannot be kept here yet: please leave them empty.',
  'names-fixed': `From ${NAME_CHANGE_DAYS} days before the departure on we change names for you: please write or call.`,
}

function differenceWords({ field, stored }: StoredMeanwhile): string {
  if (field === 'name') return `Name: ${stored ?? 'nothing'}`
  if (isSealed(field)) return `${DETAIL_NAMES[field]}: there is one already`
  const isDay = field === 'bornOn' || field === 'passportEndsOn'
  return `${DETAIL_NAMES[field]}: ${stored === null ? 'nothing' : isDay ? showDay(stored) : stored}`
}
