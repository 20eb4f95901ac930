import { z } from 'zod'
import { CODE_AT_MOST } from '#app/staff/code-forms'
import { NewUserForm, PasswordForm, SignInForm } from '#app/staff/user-forms'
import { declare, Failure, LIST, listed, Message, Session, User } from './operation'

// Sessions and accounts of the staff.

const codeSent = z
  .string()
  .min(1)
  .max(CODE_AT_MOST)
  .optional()
  .describe('Six digits from the account’s app, or one of its recovery codes')

export const readSession = declare({
  id: 'readSession',
  method: 'GET',
  path: '/api/admin/me',
  summary: 'Whose session this is',
  who: 'staff',
  isForEachRole: true,
  answers: { 200: { means: 'Who is signed in', schema: Session } },
})

export const beginSession = declare({
  id: 'beginSession',
  method: 'POST',
  path: '/api/admin/login',
  summary: 'Sign in: the session is a cookie',
  who: 'everybody',
  notes: 'An account with two-step sign-in needs a code, too: without one it is asked for in `errors`.',
  body: SignInForm.extend({ code: codeSent }).strict(),
  example: { username: 'wambui', password: 'a long password' },
  writes: true,
  answers: {
    200: { means: 'Signed in', schema: Session },
    401: { means: 'Username, password or code is wrong, or there is no code', schema: Failure },
    429: {
      means: 'Too many wrong passwords or codes, or too many from this network',
      schema: Failure,
      wait: true,
    },
  },
})

export const endSession = declare({
  id: 'endSession',
  method: 'POST',
  path: '/api/admin/logout',
  summary: 'Sign out',
  notes: 'Someone already signed out gets the same answer.',
  who: 'everybody',
  answers: { 200: { means: 'Signed out', schema: Message } },
})

export const listUsers = declare({
  id: 'listUsers',
  method: 'GET',
  path: '/api/admin/users',
  summary: 'The staff’s accounts, newest first',
  who: 'staff',
  query: LIST,
  answers: { 200: listed(z.array(User)) },
})

export const createUser = declare({
  id: 'createUser',
  method: 'POST',
  path: '/api/admin/users',
  summary: 'Create an account',
  who: 'staff',
  body: NewUserForm.strict(),
  example: { username: 'otieno', password: 'a long password', role: 'editor' },
  writes: true,
  answers: {
    201: { means: 'The account', schema: User },
    409: { means: 'The username is taken', schema: Failure },
  },
})

export const setPassword = declare({
  id: 'setPassword',
  method: 'PUT',
  path: '/api/admin/users/{id}/password',
  summary: 'Change an account’s password, knowing the one it has',
  notes: 'Ends all other sessions of that account.',
  who: 'staff',
  body: PasswordForm.strict(),
  example: {
    currentPassword: 'a long password',
    newPassword: 'a longer password',
    confirmPassword: 'a longer password',
  },
  writes: true,
  answers: {
    200: { means: 'It was changed', schema: Message },
    404: { means: 'There is no such account', schema: Failure },
    429: { means: 'Too many wrong passwords, or too many from this network', schema: Failure, wait: true },
  },
})

export const deleteUser = declare({
  id: 'deleteUser',
  method: 'DELETE',
  path: '/api/admin/users/{id}',
  summary: 'Delete an account, not one’s own',
  who: 'staff',
  writes: true,
  answers: {
    200: { means: 'It is deleted', schema: Message },
    404: { means: 'There is no such account', schema: Failure },
    409: { means: 'It is your own', schema: Failure },
  },
})
