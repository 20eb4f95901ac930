import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ChoiceCards } from '#app/ui/choice-cards'
import { SelectField, TextAreaField, TextField } from '#app/ui/field'

test('a field tells screen readers its hint and error', () => {
  const html = renderToStaticMarkup(
    <TextField
      label="Email"
      name="email"
      id="email"
      hint="For the confirmation"
      errors={['Valid email is required']}
    />,
  )
  expect(html).toContain('<label for="email"')
  expect(html).toContain('aria-describedby="email-hint email-error"')
  expect(html).toContain('aria-invalid="true"')
  expect(html).toMatch(/id="email-error"[^>]*>.*Valid email is required/)
})

test('a field without an error claims none', () => {
  const html = renderToStaticMarkup(<TextField label="Phone" name="phone" optional />)
  expect(html).not.toContain('aria-invalid="')
  expect(html).not.toContain('aria-describedby')
  expect(html).toContain('(optional)')
})

test('lists and long texts have labels and errors too', () => {
  const html = renderToStaticMarkup(
    <>
      <SelectField label="Interest" name="interest" id="interest" errors={['Please select your interest']}>
        <option value="safari">Safari Adventures</option>
      </SelectField>
      <TextAreaField label="Message" name="message" id="message" />
    </>,
  )
  expect(html).toMatch(/<select[^>]*aria-describedby="interest-error"/)
  expect(html).toContain('<label for="message"')
})

test('choices are radio buttons that work without scripts', () => {
  const html = renderToStaticMarkup(
    <ChoiceCards
      legend="Room"
      name="roomType"
      defaultValue="single"
      options={[
        { value: 'double', title: 'Double room' },
        { value: 'single', title: 'Single room', price: '$6,500' },
      ]}
    />,
  )
  expect(html).toContain('<legend')
  expect(html.match(/type="radio"/g)).toHaveLength(2)
  expect(html).toMatch(
    /<input[^>]*name="roomType"[^>]*checked=""[^>]*value="single"|<input[^>]*value="single"[^>]*checked=""/,
  )
})
