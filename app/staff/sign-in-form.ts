import { z } from 'zod'

/** The sign-in form. What is asked for besides is in second-factor/code-forms.ts. */
export const SignInForm = z.object({
  username: z
    .string({ error: 'Username is required' })
    .min(1, { error: 'Username is required' })
    .max(300, { error: 'This username is too long' }),
  password: z
    .string({ error: 'Password is required' })
    .min(1, { error: 'Password is required' })
    .max(1_000, { error: 'This password is too long' }),
})
