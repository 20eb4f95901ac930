import { signedCookie } from '#app/signed-cookie.server'
import { SecondStep } from '#app/staff/second-factor/second-step.server'
import { SECOND_STEP_MINUTES } from '#app/staff/second-factor/second-step-minutes'

const cookie = signedCookie('second-step', { holds: SecondStep, maxAge: SECOND_STEP_MINUTES * 60 })

/** What a right password was worth, between the two pages of signing in; null where this browser has proved none. */
export const secondStepOf = (request: Request): Promise<SecondStep | null> => cookie.read(request)

/** The cookie for the second page. */
export const goOnToCode = (step: SecondStep): Promise<string> => cookie.write(step)

export const forgetSecondStep = (): Promise<string> => cookie.forget()
