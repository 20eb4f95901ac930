import type { FieldMetadata } from '@conform-to/react'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import type { z } from 'zod'
import { type Cents, showCents } from '#app/platform/money'
import type { SubmitButton } from '#app/ui/admin/admin-parts'
import type { Opened, Page } from '../command.server'
import type { DialogName } from '../paths'
import type { COMMANDS } from '../table.server'

type Commands = typeof COMMANDS

/** A dialog that confirms: what follows, what it comes to, what is typed, and its button. */
export type Confirming = {
  title: string
  lead?: ReactNode
  about?: ReactNode
  fields?: ReactNode
  button: Pick<ComponentProps<typeof SubmitButton>, 'label' | 'busyLabel' | 'tone'>
  /** Sent along with the quote and the form's key. */
  sent?: Record<string, string | number>
  /** Back to what was typed, where the site answered that. */
  backTo?: string
}

/** What is typed first, and what stands around it. */
export type Asking = {
  title: string
  before?: ReactNode
  fields: ReactNode
  label: string
  after?: ReactNode
}

type Fields<Schema extends z.ZodObject> = {
  [Field in keyof Schema['_zod']['input']]-?: FieldMetadata<string>
}

type ScreenOf<Entry extends Commands[DialogName]> = {
  /** Where it could not be sent. */
  failed: string
  /** Checked while it is typed, too; else the site alone checks. */
  checks?: Entry['form']
  /** Loaded again where the site refuses: others may have changed what it offers. */
  reloads?: true
  /** What its fields have at first. */
  usually?: (page: Page<Entry>) => Record<string, string>
  ask?: (page: Page<Entry>, fields: Fields<Entry['form']>) => Asking | ReactElement
  /** `last` is what was sent before the site answered with a quote. */
  confirm: (
    page: Page<Entry>,
    fields: Fields<Entry['form']>,
    last: Record<string, string>,
  ) => Confirming | ReactElement
}

export type Screen<Name extends DialogName> = ScreenOf<Commands[Name]>

/** On the button, where something goes back with it. */
export const andRefund = ({ refundCents }: { refundCents: Cents }): string =>
  refundCents > 0 ? ` and refund ${showCents(refundCents)}` : ''

/** Of any command, as the route has it. */
export type OpenedPage = Opened & { quote: { quoted: string } | null }
export type AnyScreen = {
  failed: string
  reloads?: true
  checks?: z.ZodObject
  usually?: (page: OpenedPage) => Record<string, string>
  ask?: (page: OpenedPage, fields: Record<string, FieldMetadata<string>>) => Asking | ReactElement
  confirm: (
    page: OpenedPage,
    fields: Record<string, FieldMetadata<string>>,
    last: Record<string, string>,
  ) => Confirming | ReactElement
}
