import { z } from 'zod'
import { CODE_AT_MOST } from '#app/staff/code-forms'
import { NewUserForm, PasswordForm, SignInForm } from '#app/staff/user-forms'
import { declare, declareList, Message, refused, refusedForNow, Session, User } from './operation'

// Sessions and accounts of the staff.

const codeSent = z
  .string()
  .min(1)
  .max(CODE_AT_MOST)
  .optional()
  .describe('Six digits from the account’s app, or one of its recovery codes')

export const readSession = declare('readSession', 'GET', '/api/admin/me', {
  summary: 'Whose session this is',
  who: 'staff',
  right: 'see admin',
  answers: { 200: { means: 'Who is signed in', schema: Session } },
})

export const beginSession = declare('beginSession', 'POST', '/api/admin/login', {
  summary: 'Sign in: the session is a cookie',
  who: 'everybody',
  notes: 'An account with two-step sign-in needs a code, too: without one it is asked for in `errors`.',
  body: SignInForm.extend({ code: codeSent }).strict(),
  example: { username: 'wambui', password: 'a long password' },
  writes: true,
  answers: {
    200: { means: 'Signed in', schema: Session },
    401: refused('Username, password or code is wrong, or there is no code'),
    429: refusedForNow('Too many wrong passwords or codes, or too many from this network'),
  },
})

export const endSession = declare('endSession', 'POST', '/api/admin/logout', {
  summary: 'Sign out',
  notes: 'Someone already signed out gets the same answer.',
  who: 'everybody',
  answers: { 200: { means: 'Signed out', schema: Message } },
})

export const listUsers = declareList(
  'listUsers',
  'see users',
  '/api/admin/users',
  'The staff’s accounts, newest first',
  User,
)

export const createUser = declare('createUser', 'POST', '/api/admin/users', {
  summary: 'Create an account',
  who: 'staff',
  right: 'change users',
  body: NewUserForm.strict(),
  example: { username: 'otieno', password: 'a long password', role: 'editor' },
  writes: true,
  answers: {
    201: { means: 'The account', schema: User },
    409: refused('The username is taken'),
  },
})

export const setPassword = declare('setPassword', 'PUT', '/api/admin/users/{id}/password', {
  summary: 'Change an account’s password, knowing the one it has',
  notes: 'Ends all other sessions of that account.',
  who: 'staff',
  right: 'change own account',
  body: PasswordForm.strict(),
  example: {
    currentPassword: 'a long password',
    newPassword: 'a longer password',
    confirmPassword: 'a longer password',
  },
  writes: true,
  answers: {
    200: { means: 'It was changed', schema: Message },
    404: refused('There is no such account'),
    429: refusedForNow('Too many wrong passwords, or too many from this network'),
  },
})

export const deleteUser = declare('deleteUser', 'DELETE', '/api/admin/users/{id}', {
  summary: 'Delete an account, not one’s own',
  who: 'staff',
  right: 'change users',
  writes: true,
  answers: {
    200: { means: 'It is deleted', schema: Message },
    404: refused('There is no such account'),
    409: refused('It is your own'),
  },
})
