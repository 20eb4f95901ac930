import { parseWithZod } from '@conform-to/zod/v4'
import { describe, expect, test } from 'vitest'
import { INQUIRY, MESSAGE_AT_MOST } from '#app/people/people-fields'
import { InquiryForm, NewsletterForm } from '#app/people/people-forms'
import { anInquiry } from './inquiries'

const refusals = (details: Record<string, unknown>) => {
  const parsed = InquiryForm.safeParse({ ...anInquiry(), ...details })
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => [path.join('.'), message])
}

test('the form names the actual message length limit', () => {
  expect(MESSAGE_AT_MOST).toBe(INQUIRY.message.atMost.toLocaleString('en-US'))
})

test('an empty form is refused in fixed words and order', () => {
  const words = [
    ['firstName', 'First name is required'],
    ['lastName', 'Last name is required'],
    ['email', 'Valid email is required'],
    ['phone', 'Phone number is required'],
    ['interest', 'Please select your interest'],
    ['message', 'Message must be at least 10 characters'],
  ]
  const refusedFor = (form: unknown) =>
    InquiryForm.safeParse(form).error?.issues.map(({ path, message }) => [path.join('.'), message])

  expect(refusedFor({})).toEqual(words)
  expect(
    refusedFor({ firstName: ' ', lastName: '\n', email: '', phone: '\t', interest: '', message: '  \r\n ' }),
  ).toEqual(words)
})

test('a posted form of blanks gets the same words', () => {
  const blanks = new FormData()
  for (const field of Object.keys(InquiryForm.shape)) blanks.set(field, ' ')
  expect(parseWithZod(blanks, { schema: InquiryForm }).reply().error).toEqual({
    firstName: ['First name is required'],
    lastName: ['Last name is required'],
    email: ['Valid email is required'],
    phone: ['Phone number is required'],
    interest: ['Please select your interest'],
    message: ['Message must be at least 10 characters'],
  })
})

test.each([
  ['firstName', 100, 'First name can be at most 100 characters'],
  ['lastName', 100, 'Last name can be at most 100 characters'],
  ['phone', 40, 'Phone number can be at most 40 characters'],
  ['message', 5_000, 'Message can be at most 5,000 characters'],
])('%s holds %i characters and not one more', (field, atMost, words) => {
  expect(refusals({ [field]: 'x'.repeat(atMost) })).toEqual([])
  expect(refusals({ [field]: 'x'.repeat(atMost + 1) })).toEqual([[field, words]])
})

test('a message is stored in ten kilobytes at most, in whatever script', () => {
  expect(refusals({ message: '象'.repeat(3_333) })).toEqual([])
  expect(refusals({ message: '象'.repeat(3_334) })).toEqual([
    ['message', 'Message is too long. Please shorten it, or send it in two parts'],
  ])
})

test('a message needs ten characters besides surrounding space', () => {
  expect(refusals({ message: '   123456789   ' })).toEqual([
    ['message', 'Message must be at least 10 characters'],
  ])
  expect(refusals({ message: '1234567890' })).toEqual([])
})

test.each([
  'wanjiru',
  'wanjiru@',
  '@example.com',
  'wanjiru@example',
  'a@x.com, b@y.com',
  'a@x.com;b@y.com',
  'a@x.com\r\nBcc: b@y.com',
  'Wanjiru <a@x.com>',
  'a b@x.com',
  'a@x.com>',
])('%j is not one address', (email) => {
  expect(refusals({ email })).toEqual([['email', 'Valid email is required']])
  expect(NewsletterForm.safeParse({ email }).success).toBe(false)
})

test('an address of 254 characters is the longest', () => {
  const long = (letters: number) => `${'a'.repeat(letters - 12)}@example.com`
  expect(refusals({ email: long(254) })).toEqual([])
  expect(refusals({ email: long(255) })).toEqual([['email', 'Email can be at most 254 characters']])
})

describe('what was typed', () => {
  test('in a single line becomes a single line', () => {
    const typed = anInquiry({
      firstName: ' Wanjiru\r\nBcc: x@y.com ',
      phone: '512\t555\n0100',
      email: ' w@example.com\n',
    })
    expect(InquiryForm.parse(typed)).toMatchObject({
      firstName: 'Wanjiru Bcc: x@y.com',
      phone: '512 555 0100',
      email: 'w@example.com',
    })
  })

  test('in a message keeps its lines, HTML and emoji', () => {
    const message = '<b>Jambo</b> & karibu 🦁👨‍👩‍👧\n\nthe second line\0'
    expect(InquiryForm.parse(anInquiry({ message: message.replaceAll('\n', '\r\n') })).message).toBe(
      '<b>Jambo</b> & karibu 🦁👨‍👩‍👧\n\nthe second line',
    )
    expect(refusals({ message: `${'x'.repeat(4_000)}${'\r\n'.repeat(999)}x` })).toEqual([])
  })

  test('in emoji counts each as one character', () => {
    expect(Buffer.byteLength('🦁'.repeat(2_500))).toBe(10_000)
    expect(refusals({ message: '🦁'.repeat(2_500) })).toEqual([])
    expect(refusals({ message: '🦁'.repeat(5_001) })).toHaveLength(1)
    expect(refusals({ message: '🦁'.repeat(9) })).toHaveLength(1)
  })
})

test('an interest is one of the four', () => {
  for (const interest of ['Safari Adventures', 'SAFARI', 'toString', 7, null])
    expect(refusals({ interest })).toEqual([['interest', 'Please select your interest']])
})
