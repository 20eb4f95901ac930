import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button } from '#app/ui/button'

test('a busy button says so and cannot be pressed again', () => {
  const html = renderToStaticMarkup(
    <Button busy busyLabel="Sending...">
      Send Inquiry
    </Button>,
  )
  expect(html).toContain('aria-busy="true"')
  expect(html).toContain('disabled=""')
  expect(html).toContain('Sending...')
  expect(html).toMatch(/class="invisible">Send Inquiry/)
})

test('a button posts its form unless it is told otherwise', () => {
  expect(renderToStaticMarkup(<Button>Save</Button>)).toContain('type="submit"')
  expect(renderToStaticMarkup(<Button type="button">Show</Button>)).toContain('type="button"')
})
