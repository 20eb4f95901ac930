import { type FormMetadata, getFormProps } from '@conform-to/react'
import { Form, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { COMMON_PASSWORDS } from '#app/staff/user-forms'
import { NotSent } from '#app/ui/admin/admin-form'
import { DialogActions } from '#app/ui/admin/route-dialog'

// Fixed word for word (rules 11.11).

export const USER_CREATED = {
  tone: 'success',
  title: 'User created',
  description: 'New admin user has been created successfully',
} as const

export const USER_NOT_CREATED = {
  title: 'Failed to create user',
  description: 'An error occurred while creating the user.',
}

export const PASSWORD_UPDATED = {
  tone: 'success',
  title: 'Password updated',
  description: 'Your password has been updated successfully',
} as const

export const PASSWORD_NOT_UPDATED = {
  title: 'Failed to update password',
  description: 'An error occurred while updating your password.',
}

export const USER_DELETED = {
  tone: 'success',
  title: 'User deleted',
  description: 'Admin user has been deleted successfully',
} as const

export const USER_NOT_DELETED = {
  title: 'Failed to delete user',
  description: 'An error occurred while deleting the user.',
}

/** What the server says to screens and calls alike. */
export const USERNAME_TAKEN = 'This username is already taken. Please choose another.'
export const WRONG_PASSWORD = 'Current password is incorrect'
export const COMMON_PASSWORD = `This password is one of the ${COMMON_PASSWORDS.toLocaleString('en-US')} most common, or one of this site’s own words, and would soon be guessed. Please choose another.`
export const EMAIL_TAKEN = 'Another account has this address.'
export const MANY_LETTERS =
  'Several links have gone to this address within the hour. Please look for the latest, or wait an hour.'
export const EMAIL_NOT_SAVED = { title: 'The email address was not saved' }
export const OWN_ACCOUNT = 'You cannot delete your own account'
export const NO_SUCH_USER = 'User not found. Someone may have deleted it already.'

export type FormProps<Fields extends Record<string, unknown>> = {
  form: FormMetadata<Fields, string[]>
  action: string
  label: string
  busyLabel: string
  children: ReactNode
}

/** The frame of a dialog about an account: its fields, what was refused, its button and the way back. */
export function UserForm<Fields extends Record<string, unknown>>(props: FormProps<Fields>) {
  const { form, action, label, busyLabel, children } = props
  const busy = useNavigation().formAction === action
  return (
    <Form method="post" action={action} preventScrollReset {...getFormProps(form)} className="grid gap-4.5">
      {children}
      <NotSent refused={form.errors?.[0]} />
      <DialogActions cancelTo="/admin/users" busy={busy} label={label} busyLabel={busyLabel} />
    </Form>
  )
}
