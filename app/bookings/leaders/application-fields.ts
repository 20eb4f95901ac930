import { EMAIL_AT_MOST, fields, NAME_AT_MOST, PHONE_AT_MOST } from '#app/platform/typed/fields'

// Apart from their schema, which would bring zod along to the public page.

export const PERSON = fields()({
  name: {
    label: 'Name',
    kind: 'name',
    missing: 'Please tell us your name',
    atMost: NAME_AT_MOST,
    autoComplete: 'name',
  },
  email: {
    label: 'Email',
    kind: 'email',
    missing: 'Valid email is required',
    atMost: EMAIL_AT_MOST,
    autoComplete: 'email',
  },
  phone: {
    label: 'Phone',
    kind: 'tel',
    hint: 'So that we can call you back.',
    atMost: PHONE_AT_MOST,
    autoComplete: 'tel',
  },
})

/** What someone writes who would like to bring others. */
export const APPLICATION = fields()({
  ...PERSON,
  message: {
    label: 'Who would you bring?',
    kind: 'letter',
    missing: 'Please tell us who you would bring, in a sentence',
    hint: 'Your choir, your church, your family: how many, and when, as far as you know.',
    atLeast: 3,
    atMost: 2_000,
    rows: 4,
    wide: true,
  },
})
