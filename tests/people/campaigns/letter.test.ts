import { describe, expect, test } from 'vitest'
import { letterAsHtml, letterAsText } from '#app/mail/letter'
import { bodyAsHtml, bodyAsText } from '#app/mail/markdown.server'
import { LETTER_LIMITS, LetterForm } from '#app/people/people-forms'
import { siteSettings } from '#app/site/settings.server'
import { broadcastPreview, isTooLarge, layOut, whyWaits } from '#app/travelers/broadcast-text.server'
import { db } from '#db/connection.server'
import { siteSettings as settings } from '#db/schema/site'
import { aLetter } from './a-list'

const preview = (text: { subject?: string; body?: string }) =>
  broadcastPreview(aLetter(text), null, null).html
const letterTo = (wayOut: string, firstName: string | null = null, text = aLetter()) =>
  layOut(text, null)({ firstName, wayOut })

describe('what staff write', () => {
  test('may be Markdown, and gets its look in style attributes', () => {
    const html = bodyAsHtml('# Karibu\n\n**bold** and *fine*\nnext line\n\n- one\n- two\n\n> said\n\n---')
    expect(html).toMatch(/<h1 style="[^"]+" dir="auto">Karibu<\/h1>/)
    expect(html).toContain('<strong>bold</strong> and <em>fine</em><br>')
    expect(html).toMatch(/<ul style="[^"]+">\s*<li style="[^"]+" dir="auto">one<\/li>/)
    expect(html).toMatch(/<blockquote style="/)
    expect(html).toMatch(/<hr style="/)
    expect(html).not.toMatch(/class=|<style|undefined/)
  })

  test.each([
    ['<script>alert(1)</script>'],
    ['<img src=x onerror=alert(1)>'],
    ['<a href="https://evil.example">x</a>'],
    ['`<b>`'],
    ['```"><script>\n<b>\n```'],
    ['# <i>x</i>'],
    ['[a](https://example.com "><script>")'],
  ])('is text where it is HTML: %s', (body) => {
    const html = bodyAsHtml(body)
    expect(html).not.toMatch(/<script|<img|<b>|<i>|href="https:\/\/evil[^"]*">x<\/a>/)
    expect(html).toContain('&lt;')
  })

  test.each([
    ['[x](javascript:alert(1))'],
    ['[x](data:text/html,y)'],
    ['[x](//evil.example)'],
    ['[x](/checkout)'],
    ['[x](file:///etc/passwd)'],
    ['<javascript:alert(1)>'],
    ['ftp://example.com/x'],
  ])('links nowhere but to the web and to mail: %s', (body) => {
    expect(bodyAsHtml(body)).not.toContain('<a ')
  })

  test.each([
    ['[x](https://example.com/a?b=1&c=2)', 'https://example.com/a?b=1&amp;c=2'],
    ['see https://example.com/path.', 'https://example.com/path'],
    ['[write](mailto:hello@example.com)', 'mailto:hello@example.com'],
  ])('links to the web and to mail: %s', (body, address) => {
    expect(bodyAsHtml(body)).toContain(`<a href="${address}" style="`)
  })

  test('shows no strange pictures, only their words', () => {
    expect(bodyAsHtml('![A <lion>](https://example.com/spy.gif)')).toBe(
      '<p style="margin:0 0 16px" dir="auto">A &lt;lion&gt;</p>\n',
    )
    expect(bodyAsText('![A lion](https://example.com/spy.gif)')).toBe('A lion')
  })

  test.each([
    ['![A lion](https://example.com/lion.jpg)', 'picture'],
    ['- a list\n- ![A lion][1]\n\n[1]: https://example.com/lion.jpg', 'picture'],
    ['![A lion](/gallery/lion.jpg)', 'picture'],
    ['<img src="https://example.com/lion.jpg">', 'picture'],
    ['Dear {{first_name}}, karibu', '{{first_name}}'],
    ['Dear {{ name }}', '{{ name }}'],
  ])('is not sent with what would not arrive: %s', (body, named) => {
    const why = whyWaits(aLetter({ body }))
    expect(why).toContain(named)
    expect(preview({ body })).toContain('Not ready to send.')
  })

  test('may have pictures of the gallery, which come from this site alone', () => {
    const own = 'See ![A <balloon>](/pictures/mara-balloon)'
    expect(whyWaits(aLetter({ body: own }))).toBeNull()
    expect(preview({ body: own })).toContain('alt="A &lt;balloon&gt;"')
    for (const strange of [
      '/pictures/no-such',
      '//evil.example/pictures/mara-balloon',
      '/photos/mara-balloon',
    ]) {
      const body = `![A lion](${strange})`
      expect(whyWaits(aLetter({ body }))).toContain('pictures of the gallery')
      expect(preview({ body })).not.toMatch(/<img(?![^>]*icon-192)/)
    }
  })

  test('is sent with braces, exclamation marks and code that mean themselves', () => {
    const body = 'Karibu! [The river](https://example.com) {a} `![x](y)` {{'
    expect(whyWaits(aLetter({ body }))).toBeNull()
    expect(whyWaits(aLetter({ subject: 'Hello {{name}}' }))).toContain('{{name}}')
  })

  test('is readable as plain text', () => {
    expect(bodyAsText('Go to [the river](https://example.com "now") or [b](https://example.com/b)')).toBe(
      'Go to the river (https://example.com) or b (https://example.com/b)',
    )
  })
})

describe('the plain text part', () => {
  test.each([
    ['# Karibu\n\nThe **herds** are *here*.', '# Karibu\n\nThe **herds** are *here*.'],
    ['one  \ntwo\nthree', 'one\ntwo\nthree'],
    ['- one\n- two\n  - deep\n\n1. first\n2. second', '- one\n- two\n  - deep\n\n1. first\n2. second'],
    ['> said\n> twice\n\nafter', '> said\n> twice\n\nafter'],
    ['| a | b |\n|---|---|\n| 1 | [c](https://x.example) |', 'a | b\n1 | c (https://x.example)'],
    ['```\ncode\n```\n\n---\n\nend', 'code\n\n---\n\nend'],
    [
      'see https://example.com/path. [x](javascript:alert(1))',
      'see https://example.com/path. [x](javascript:alert(1))',
    ],
    ['<https://example.com> & `a`', 'https://example.com & `a`'],
  ])('of %j', (body, text) => {
    expect(bodyAsText(body)).toBe(text)
  })

  test.each([
    '[a](',
    '![',
    '[a](b "',
    '`',
    '*a_',
    '> ',
    '- ',
    '1. a\n',
    '|a|\n|-|\n',
    '[a][',
    '<a',
    'a@b.',
    'http://',
  ])('is made in time in proportion, whatever is repeated: %j', (seed) => {
    const longest = seed.repeat(20_000 / seed.length)
    const before = performance.now()
    bodyAsText(longest)
    bodyAsHtml(longest)
    // What was cubic took a quarter of an hour; a busy machine needs less than a second.
    expect(performance.now() - before).toBeLessThan(20_000)
  })
})

test('every letter says who writes and how to leave', () => {
  const letter = letterTo('https://example.com/unsubscribe/abc?c=1')
  expect(letter.subject).toBe('The herds are back')
  for (const part of [letterAsText(letter), letterAsHtml(letter)]) {
    expect(part).toContain('1200 Congress Avenue, Austin, TX 78701, United States')
    expect(part).toContain('https://example.com/unsubscribe/abc?c=1')
    expect(part).toContain('Savanna Soul')
  }
  expect(letterAsHtml(letter)).toContain('<strong>herds</strong>')
  expect(letterAsText(letter)).toContain('The **herds** are at the river (https://example.com/river).')
})

test('a changed postal address appears in the next letter', () => {
  const address = 'Savanna <b>Soul</b>, P.O. Box 24, Karen, Nairobi'
  const { postalAddress } = siteSettings()
  db.update(settings).set({ postalAddress: address }).run()
  const letter = letterTo('https://example.com/unsubscribe/abc?c=1')
  db.update(settings).set({ postalAddress }).run()

  expect(letterAsText(letter)).toContain(address)
  expect(letterAsHtml(letter)).toContain('Savanna &lt;b&gt;Soul&lt;/b&gt;, P.O. Box 24')
  for (const part of [letterAsText(letter), letterAsHtml(letter)]) expect(part).not.toContain(postalAddress)
})

test('the preview is the mail itself, with nobody’s way out', () => {
  const letter = letterTo('http://localhost:3000/unsubscribe/test')
  expect(preview({})).toBe(letterAsHtml(letter))
  expect(preview({ subject: '</title><script>', body: '' })).not.toContain('<script>')
})

describe('the form', () => {
  const parsed = (text: object) => LetterForm.safeParse({ ...aLetter(), ...text })
  const words = (text: object) => parsed(text).error?.issues[0]?.message

  test('joins the subject’s lines but keeps the letter’s', () => {
    expect(parsed({ subject: ' a\r\nBcc: x@y.z ', body: '\r\nHello\r\n\r\n- you \u0000 ' }).data).toEqual({
      subject: 'a Bcc: x@y.z',
      body: 'Hello\n\n- you',
    })
  })

  test('has limits, and says so', () => {
    expect(words({ subject: 'x'.repeat(150), body: 'x'.repeat(20_000) })).toBeUndefined()
    expect(words({ subject: 'x'.repeat(151) })).toBe('Subject can be at most 150 characters')
    expect(words({ body: 'x'.repeat(20_001) })).toBe('The letter can be at most 20,000 characters')
    expect(words({ subject: undefined })).toBe('Please write a subject')
    expect(words({ body: ' \n ' })).toBe('Please write the letter')
  })
})

test.each([
  ['a table of very many cells', `|${'a|'.repeat(500)}\n|${'-|'.repeat(500)}\n${'|\n'.repeat(8_000)}`],
  ['signs that become elements', '``a'.repeat(6_000)],
])('%s is too large a letter, and its preview says so', (_, body) => {
  expect(isTooLarge(aLetter({ body: body.slice(0, LETTER_LIMITS.body) }))).toBe(true)
  expect(preview({ body })).toContain('this letter is too large to email')
})

test('a long letter in plain words is not too large', () => {
  expect(isTooLarge(aLetter({ body: 'The herds are back. **Karibu!**\n\n'.repeat(600) }))).toBe(false)
  expect(preview({ body: 'a'.repeat(100_000) }).length).toBeLessThan(30_000)
})
