import { now, thisMoment } from '#app/platform/clock.server'
import {
  COMMON_PASSWORD,
  NO_SUCH_USER,
  OWN_ACCOUNT,
  PASSWORD_UPDATED,
  USER_DELETED,
  USERNAME_TAKEN,
  WRONG_PASSWORD,
} from '#app/routes/admin/users/user-form'
import * as calls from '#app/server/contract/account-calls'
import {
  answer,
  answering,
  answerList,
  pageFrom,
  refuse,
  refuseFields,
} from '#app/server/contract/json-call.server'
import {
  beginHere,
  forgetSession,
  renewedSession,
  requestOrigin,
  requireStaffCall,
  SIGN_IN_FIRST,
  sessionTokenOf,
  UNREADABLE,
} from '#app/server/guards/staff-session.server'
import { BUSY, BUSY_SECONDS, waitWords } from '#app/staff/guesses.server'
import { type Changed, changePassword } from '#app/staff/own-account.server'
import { type SignedIn, type SignedInByCode, signIn, signInByCode } from '#app/staff/sign-in.server'
import { createUser, deleteUser, type User, userIdIn, usersPage } from '#app/staff/users.server'

const ENTER_CODE = 'Enter the code from your authenticator app'

export const action = answering(
  answer(calls.readSession, ({ staff: { id, username, role } }) =>
    Response.json({ admin: { id, username, role } }),
  ),

  /** Both steps in one call: the page that asks for a code has a cookie between them. */
  answer(calls.beginSession, async ({ request, context, sent: { code, ...typed } }) => {
    const origin = await requestOrigin(request, context.clientAddress)
    const first = await signIn(typed, origin, thisMoment())
    if ('step' in first && code === undefined) return refuse(401, ENTER_CODE, { code: [ENTER_CODE] })
    const signedIn =
      'step' in first ? await signInByCode(first.step, code ?? '', origin, thisMoment()) : first
    if ('refused' in signedIn) return signInRefused(signedIn)
    const headers = await beginHere(request, signedIn.staff)
    return Response.json({ admin: signedIn.staff }, { headers })
  }),

  /** Someone who is signed out already gets the same answer. */
  answer(calls.endSession, async ({ request }) =>
    Response.json({ message: 'Signed out' }, { headers: await forgetSession(request) }),
  ),

  answer(calls.listUsers, ({ sent: { limit, after } }) => {
    const { rows, cursors } = usersPage(pageFrom(after), limit)
    return answerList(calls.listUsers, rows.map(userJson), limit, cursors.next)
  }),

  answer(calls.createUser, async ({ sent, staff }) => {
    const created = await createUser(sent, staff, now())
    if ('user' in created) return Response.json(userJson(created.user), { status: 201 })
    if (created.refused === 'signed-out') return refuse(401, SIGN_IN_FIRST)
    if (created.refused === 'common-password') return refuseFields({ password: [COMMON_PASSWORD] })
    return refuse(409, USERNAME_TAKEN, { username: [USERNAME_TAKEN] })
  }),

  /** One's own, or with the right to accounts any; ends the account's other sessions (rules 6.4). */
  {
    ...answer(calls.setPassword, async ({ request, params, context, sent, staff }) => {
      const change = {
        ...sent,
        id: userIdIn(params.id),
        sessionToken: await sessionTokenOf(request),
        origin: await requestOrigin(request, context.clientAddress),
      }
      const changed = await changePassword(change, staff, thisMoment())
      if (!('username' in changed)) return passwordRefused(changed)
      const headers = await renewedSession(changed.newToken)
      return Response.json({ message: PASSWORD_UPDATED.description }, { headers })
    }),
    async guard({ request, params }, staff) {
      if (userIdIn(params.id) !== staff?.id) await requireStaffCall(request, 'change users')
    },
  },

  answer(calls.deleteUser, ({ params, staff }) => {
    const deleted = deleteUser(userIdIn(params.id), staff, now())
    if ('user' in deleted) return Response.json({ message: USER_DELETED.description })
    if (deleted.refused === 'signed-out') return refuse(401, SIGN_IN_FIRST)
    return deleted.refused === 'own-account' ? refuse(409, OWN_ACCOUNT) : refuse(404, NO_SUCH_USER)
  }),
)

export const loader = action

const userJson = ({ id, username, role, createdAt, lastLoginAt }: User) => ({
  id,
  username,
  role,
  createdAt,
  lastLogin: lastLoginAt,
})

function signInRefused(signedIn: Extract<SignedIn | SignedInByCode, { refused: string }>): Response {
  switch (signedIn.refused) {
    case 'wrong':
    case 'ended':
      return refuse(401, 'Invalid credentials')
    case 'unreadable':
      return refuse(401, UNREADABLE, { code: [UNREADABLE] })
    case 'busy':
      return refuse(503, BUSY, undefined, { 'Retry-After': BUSY_SECONDS })
    case 'too-often':
      return refuse(429, waitWords(signedIn.seconds), undefined, { 'Retry-After': String(signedIn.seconds) })
  }
}

function passwordRefused(changed: Extract<Changed, { refused: string }>): Response {
  switch (changed.refused) {
    case 'unknown':
      return refuse(404, NO_SUCH_USER)
    case 'wrong':
      return refuseFields({ currentPassword: [WRONG_PASSWORD] })
    case 'common-password':
      return refuseFields({ newPassword: [COMMON_PASSWORD] })
    case 'signed-out':
      return refuse(401, SIGN_IN_FIRST)
    case 'too-often':
      return refuse(429, waitWords(changed.seconds), undefined, { 'Retry-After': String(changed.seconds) })
  }
}
