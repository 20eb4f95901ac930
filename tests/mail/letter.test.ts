import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  type Letter,
  letter,
  letterAsHtml,
  letterAsText,
  lines,
  linkTo,
  quoted,
  rows,
  words,
} from '#app/mail/letter'
import { letterBodyAsHtml, letterBodyAsText, plainLine } from '#app/mail/markdown.server'
import { inFull } from '#app/mail/values'

// A letter is written once, in Markdown, and leaves as text and as HTML.

const bodyOf = (written: Letter) => letterAsText(written).replace(/\n\n--\nSavanna Soul\n$/, '')

test('a letter reads in the mail as it reads in the code', () => {
  const written = letter`
    # Your seat is booked

    Dear Wanjiru,

    It is *yours*. Lines of a paragraph
    are joined.

    | Paid | $500 |
    | Balance due | $4,000 |

    [See your booking](http://localhost:3000/booking/abc)

    ## If you cancel

    1. Write to us.
    2. We answer.

    -# Our terms: ${linkTo('http://localhost:3000/terms?version=1')}
  `
  expect(written.subject).toBe('Your seat is booked')
  expect(bodyOf(written)).toBe(
    [
      'Dear Wanjiru,\n\nIt is *yours*. Lines of a paragraph are joined.',
      'Paid: $500\nBalance due: $4,000',
      'See your booking:\nhttp://localhost:3000/booking/abc',
      'If you cancel\n-------------',
      '1. Write to us.\n2. We answer.',
      'Our terms: http://localhost:3000/terms?version=1',
    ].join('\n\n'),
  )
  const html = letterAsHtml(written)
  expect(html).toContain('It is <em>yours</em>. Lines of a paragraph are joined.</p>')
  expect(html).toMatch(/<th scope="row"[^>]*>Paid<\/th>\s*<td[^>]*>\$500<\/td>/)
  expect(html).toMatch(
    /<a href="http:\/\/localhost:3000\/booking\/abc" style="display:inline-block[^"]*" class="button">See/,
  )
  expect(html).toMatch(
    /<p style="[^"]*font-size:14px[^"]*" dir="auto" class="soft">Our terms: <a href="[^"]*version=1"/,
  )
  expect(html).not.toMatch(/<thead|-#|undefined/)
})

test('the first button is what a letter is for, and others stand back', () => {
  const html = letterAsHtml(letter`
    # A payment

    [Pay $2,000](http://localhost:3000/pay/abc)

    Or look first.

    [See your booking](http://localhost:3000/booking/abc)
  `)
  const buttons = [...html.matchAll(/style="([^"]*)" class="(button[^"]*)"/g)]
  expect(buttons.map(([, , name]) => name)).toEqual(['button', 'button second'])
  expect(buttons.map(([, style]) => style?.includes('background'))).toEqual([true, false])
})

test('how a sum came about stands small below it, and a row that matters is bold', () => {
  const of = (note: string) => letter`
    # Your price

    | Dates | ${'Oct 16 to Oct 27, 2025'} |
    | Total | ${`$9,180 (${note})`} |
    ${rows([
      ['Paid so far', `$500 of $9,180 (${note})`],
      ['Due', '$2,000', true],
    ])}
    | Balance due | = ${'$8,680'} |
  `
  // With signs of Markdown among its values a letter is read anew, and looks the same.
  for (const note of ['2 × $4,500 + $180 “A night”', '2 × $4,500 + $180 _A_ [night]', '$4,000 written off']) {
    expect(bodyOf(of(note))).toBe(
      `Dates: Oct 16 to Oct 27, 2025\nTotal: $9,180 (${note})\nPaid so far: $500 of $9,180 (${note})\nDue: $2,000\nBalance due: $8,680`,
    )
    const html = letterAsHtml(of(note)).replaceAll('\u00a0', ' ')
    const small = [
      ...html.matchAll(
        /<td[^>]*>([^<]+)<span style="display:block;font-size:13px[^"]*" class="soft">([^<]+)</g,
      ),
    ]
    expect(small.map(([, sum, below]) => [sum, below])).toEqual([
      ['$9,180 ', `(${note})`],
      ['$500 of $9,180 ', `(${note})`],
    ])
    const bold = [...html.matchAll(/<td[^>]*font-weight:600[^>]*>([^<]*)</g)].map(([, value]) => value)
    expect(bold).toEqual(['$2,000', '$8,680'])
  }
})

test('a date, an hour, how often a price counts and a card’s number stay on one line', () => {
  const html = letterAsHtml(letter`
    # Seats

    Until ${'Jun 2, 2025'} ${'10:00 AM'}: ${'$9,000 (2 × $4,500)'}, by your Visa •••• 4242.
  `)
  for (const whole of ['Jun 2, 2025', '10:00 AM', '(2 × $4,500)', '•••• 4242'])
    expect(html).toContain(whole.replaceAll(' ', '\u00a0'))
})

test('what is not said leaves no trace, also among rows', () => {
  const written = letter`
    # Hello${false}

    One ${null} two${undefined}.

    ${false}

    | Room | Double room |
    ${false && words`| Early bird | $50 |`}
    | Total | $4,500 |

    ${[]}

    ${''} ${'Three.'}
  `
  expect(written.subject).toBe('Hello')
  expect(bodyOf(written)).toBe('One two.\n\nRoom: Double room\nTotal: $4,500\n\nThree.')
})

test('what someone wrote keeps its lines', () => {
  const message = '# Karibu\n\n  - *one*\n- two\r\n| a | b |\n> said'
  const kept = '# Karibu\n\n  - *one*\n- two\n| a | b |\n> said'
  expect(bodyOf(letter`# Re\n\n${lines(message)}`)).toBe(kept)
  expect(bodyOf(letter`# Re\n\n${quoted(message)}`)).toBe(kept.replace(/^/gm, '> ').replaceAll(/ +$/gm, ''))
  expect(letterAsHtml(letter`# Re\n\n${lines(message)}`)).toContain('>Karibu'.replace('>', '># '))
  // Its own subject is the only head.
  const marks = letterAsHtml(letter`# Re\n\n${lines(message)}`).match(/<(h1|ul|li|em|blockquote|th)\b[^/]*/g)
  expect(marks?.map((mark) => mark.replace(/ [^>]*/, ''))).toEqual(['<h1>Re<'])
})

describe('a value is never markup:', () => {
  /** A value in each place where a letter has one. */
  const around = (value: string) => letter`
    # About ${value}

    ${value}

    Dear ${value}, karibu ${value}.
    ${value}. It is
    ${value}) there

    | ${value} | ${value} |
    ${rows([[value, value]])}

    ## ${value}

    1. ${value}

    -# ${value}

    [${value}](http://localhost:3000/x)

    ${[words`${value}`]}

    ${lines(value)}

    ${quoted(value)}
  `
  const marks = (written: Letter) => letterAsHtml(written).match(/<(?!br)[a-z0-9/]+|href="[^"]*"/g)
  const expectPlain = (value: string) => {
    const written = around(value)
    const shown = value.replace(/[\r\n]+/g, ' ')
    expect(marks(written)).toEqual(marks(around('Wanjiru')))
    expect(written.subject).toBe(`About ${shown}`)
    expect(bodyOf(written)).toContain(`Dear ${shown}, karibu ${shown}.`)
    expect(bodyOf(written)).toContain(`\n${shown}: ${shown}\n${shown}: ${shown}\n`)
  }

  test.each([
    '*bold* _x_ **y** ~~z~~',
    '[free](https://evil.example)',
    '![x](https://evil.example/spy.gif)',
    '<script>alert(1)</script>',
    '<https://evil.example>',
    'www.evil.example https://evil.example',
    '`code` ``` ~~~',
    'a | b',
    '# h',
    '## h',
    '-# small',
    '- item',
    '1. item',
    '2) item',
    '> quote',
    '---',
    '===',
    '|-|-|',
    '[x]: https://evil.example',
    '\\',
    'end\\',
    '&lt;b&gt; &#42;x&#42; &amp;',
    'one\n\n# two\n\n[Pay](https://evil.example)',
    'one\r\nBcc: x@y.example',
    '](https://evil.example) [',
    'O’Brien, "Dale" <x@y.example>',
    "D'Arcy",
    'مریم کریمی',
  ])('%j', expectPlain)

  test('nor is any mixture of signs', () => {
    const signs = ['\\', '`', '*', '_', '[', ']', '(', ')', '<', '>', '&', '#', '+', '-', '=', '.', '!', '|']
    signs.push('~', '{', '}', ':', '"', "'", '/', '1', 'a', ' b', '\n', 'http://e.example')
    let seed = 7
    const next = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (let round = 0; round < 300; round += 1)
      expectPlain(`x${Array.from({ length: 1 + next(9) }, () => signs[next(signs.length)]).join('')}x`)
  })
})

test('a value reads in its place as it reads among the words', () => {
  const values = [
    'Wanjiru',
    '$4,500',
    '−$300',
    '+$3',
    '-$3',
    '*x*',
    'a_b',
    ' edge ',
    '1. x',
    'http://site.example/a?b=1&c#d',
  ]
  values.push(
    'https://site.example/booking/T0k_en-x',
    '\u00A0x',
    'x\ty',
    '\uFDD0x\uFDD1',
    '\uFDD20\uFDD5',
    '%EF%B7%92',
    'a | b',
    '&amp;',
  )
  values.push('#', 'end\\', 'é “q”', 'x\u2028y', 'javascript:x')
  const around = (a: string, b: string) => words`
    *${a}* **${b}**${a} _${b} x_ \`${a}\` ${a}${b}

    | ${a} | ${b} |
    | Paid | −${a} |

    ## ${a}

    -# [${a}](${b}#terms), [See](${a}) or [${a}](${a}${b})

    [See](${a})

    ![${a}](${b})

    > ${a}

    1. ${b}

    ${lines(a)}
  `
  for (const a of values)
    for (const b of values) {
      const [{ markdown }, whole] = [around(a, b), inFull(around(a, b).markdown)]
      expect(letterBodyAsHtml(markdown)).toBe(letterBodyAsHtml(whole))
      expect(letterBodyAsText(markdown)).toBe(letterBodyAsText(whole))
      expect(plainLine(words`${a}, *${b}*`.markdown)).toBe(plainLine(inFull(words`${a}, *${b}*`.markdown)))
    }
})

test('letters are made of words that were filled in, and of nothing else', () => {
  const sources = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  )
  const byHand = sources.filter((file) => /\bmarkdown: [^s]/.test(readFileSync(join('app', file), 'utf8')))
  expect(byHand).toEqual(['mail/letter.ts'])
})
