import { beforeEach, describe, expect, test } from 'vitest'
import { addSubscribers, textOfList } from '#app/people/add-subscribers.server'
import { readAddresses, unclearList } from '#app/people/read-list.server'
import { unsubscribe } from '#app/people/subscribers.server'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { newsletterSubscriptions } from '#db/schema/people'
import { auditLog } from '#db/schema/staff'
import { patiently } from '#scripts/test/patience.mjs'
import { NOON } from '#tests/fixtures/orders'
import { aStaffMember, nobodySubscribed, subscribers } from './a-list'

const wambui = aStaffMember()
beforeEach(nobodySubscribed)

const add = (text: string) => addSubscribers(text, wambui, NOON)
const list = () => db.select().from(newsletterSubscriptions).all()
const found = (text: string) =>
  [...readAddresses(text)].map((one) =>
    'address' in one ? [one.line, one.address] : [one.line, `refused: ${one.refused}`],
  )

describe('a list is read', () => {
  test.each([
    [
      'one on each line',
      'a@x.com\r\n\r\nb@x.com\n',
      [
        [1, 'a@x.com'],
        [3, 'b@x.com'],
      ],
    ],
    [
      'separated by marks',
      'a@x.com, b@x.com; c@x.com',
      [
        [1, 'a@x.com'],
        [1, 'b@x.com'],
        [1, 'c@x.com'],
      ],
    ],
    [
      'with names',
      'Wanjiru <a@x.com>\n"Kamau, W" <b@x.com>',
      [
        [1, 'a@x.com'],
        [2, 'b@x.com'],
      ],
    ],
    ['as links', 'mailto:a@x.com', [[1, 'a@x.com']]],
    ['from CSV without a heading', 'Wanjiru,a@x.com,"Nairobi, Kenya"', [[1, 'a@x.com']]],
    [
      'from CSV by its email column',
      'Name;E-mail;Second\n"Kamau; W";a@x.com;no@x.com\nAchieng;b@x.com;',
      [
        [2, 'a@x.com'],
        [3, 'b@x.com'],
      ],
    ],
    [
      'with a cell over two lines',
      'name,email,town\n"x",a@x.com,"Nai\nrobi"\ny,b@x.com,',
      [
        [2, 'a@x.com'],
        [4, 'b@x.com'],
      ],
    ],
  ])('%s', (_, text, expected) => {
    expect(found(text)).toEqual(expected)
  })

  test('and what is none is refused at its line', () => {
    expect(found('a@x\nhello\nx@@y.com\na b@x.com\n'.concat('y'.repeat(250), '@x.com'))).toEqual([
      [1, 'refused: not an email address'],
      [2, 'refused: not an email address'],
      [3, 'refused: not an email address'],
      [4, 'refused: not an email address'],
      [5, 'refused: longer than 254 characters'],
    ])
    expect(found('name,email\nWanjiru,')).toEqual([[2, 'refused: no email address on this line']])
  })

  test('and a broken quote costs its own line at most', () => {
    expect(found('name,email\n"broken,a@x.com\nfine,b@x.com\n"also "broken",c@x.com\nd,d@x.com')).toEqual([
      [2, 'a@x.com'],
      [3, 'b@x.com'],
      [4, 'c@x.com'],
      [5, 'd@x.com'],
    ])
    expect(found('email,name\n,"open\nb@x.com,fine')).toEqual([
      [2, 'refused: a quotation mark on this line is not closed'],
      [3, 'b@x.com'],
    ])
  })
})

describe('only the column that is surely the address is taken', () => {
  test.each([
    ['lines that end in CR alone', 'a@x.com\rb@x.com\rc@x.com'],
    ['CR alone, and headings', 'Name,Email\rAnn,a@x.com\rBo,b@x.com\rCy,c@x.com\r'],
    [
      'Google’s',
      'First Name,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Value\nA,*,a@x.com,no@x.com\nB,,b@x.com,\nC,,c@x.com,',
    ],
    ['tabs', 'Name\tE-Mail-Adresse\tEmpfohlen von\nA\ta@x.com\tno@x.com\nB\tb@x.com\t\nC\tc@x.com\t'],
    ['semicolons', 'Nombre;Correo electrónico;Recomendado por\nA;a@x.com;no@x.com\nB;b@x.com;\nC;c@x.com;'],
    ['what Excel adds', 'sep=;\r\nName;COURRIEL\r\nA;a@x.com\r\nB;b@x.com\r\nC;c@x.com'],
    [
      'a message that quotes',
      'Email,Message,Phone\na@x.com,"I wrote:\n> no@x.com, ""not me"" said\nno2@x.com,x,y",1\nb@x.com,,2\nc@x.com,"",3',
    ],
  ])('%s', async (_, text) => {
    expect(await unclearList(text)).toBeNull()
    expect(found(text).map(([, one]) => one)).toEqual(['a@x.com', 'b@x.com', 'c@x.com'])
  })

  test.each([
    ['a heading that says something else', 'Name,Empfohlen von\nAnn,a@x.com'],
    ['two that say the same', 'Email,Name,E-mail\na@x.com,Ann,b@x.com'],
    ['a friend’s', 'Name;Email of a friend\nAnn;a@x.com'],
    ['none, and two addresses a row', 'Ann,a@x.com,b@x.com\nBo,c@x.com,'],
    ['none, and a message', 'Ann,a@x.com,"hello\nI am b@x.com"'],
  ])('%s is asked about, and nobody is added', async (_, text) => {
    expect((await unclearList(text))?.columns.length).toBeGreaterThan(0)
    expect(await add(text)).toMatchObject({ added: 0 })
    expect(list()).toEqual([])
  })

  test('the chosen column of what was asked about is taken, and nothing else was sent along', async () => {
    const text =
      'Name;Privat;Empfohlen von;Notiz\nAnn;a@x.com;no@x.com;"schreibt\nno@y.com"\nBo;b@x.com;;geheim'
    const unclear = await unclearList(text)
    expect(unclear?.columns).toEqual([
      { name: 'Privat', example: 'a@x.com' },
      { name: 'Empfohlen von', example: 'no@x.com' },
    ])
    expect(unclear?.list).not.toMatch(/geheim|schreibt|Ann/)
    expect(await addSubscribers(unclear?.list ?? '', wambui, NOON, 0)).toMatchObject({ added: 2 })
    expect(list().map(({ email }) => email)).toEqual(['a@x.com', 'b@x.com'])
  })

  test('what its first rows made clear counts for its last: whom a message names is not added', () => {
    const rows = Array.from({ length: 300 }, (_, n) => `Ann,ann${n}@x.com,Hello`).join('\n')
    const last = 'Bo,bo@x.com,Please ask <friend@x.com>\nCy,,Please ask <friend@x.com>'
    expect(found(`${rows}\n${last}`).slice(300)).toEqual([
      [301, 'bo@x.com'],
      [302, 'refused: not clear whose address this is'],
    ])
    const alone = Array.from({ length: 300 }, (_, n) => `ann${n}@x.com`).join('\n')
    expect(found(`${alone}\n${last}\nc@x.com, d@x.com`).slice(300)).toEqual([
      [301, 'refused: not clear whose address this is'],
      [302, 'friend@x.com'],
      [303, 'c@x.com'],
      [303, 'd@x.com'],
    ])
  })

  test.each([
    ['long', 'Joe Doe,joe@x.com,"Ngong, Road"\n'.repeat(10_000)],
    ['of broken quotes', `a"b,joe@x.com,\n${'z\n'.repeat(400)}`.repeat(50)],
  ])('others are served while a list is read that is %s', async (_, lines) => {
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    }, 1)
    const unclear = await unclearList(`Name,Contact,Street\n${lines}`)
    clearInterval(timer)
    expect(unclear?.columns).toEqual([{ name: 'Contact', example: 'joe@x.com' }])
    expect(turns).toBeGreaterThan(1)
  })

  test('a line out of a text whose quotes are broken is no row', () => {
    const text = 'Email,Message,Phone\na@x.com,"I said "no" to\nno@x.com, really\nb@x.com,x,2'
    expect(found(text)).toEqual([
      [2, 'refused: a quotation mark on this line is not closed'],
      [3, 'refused: not as many cells as the heading has'],
      [4, 'b@x.com'],
    ])
  })
})

describe('adding', () => {
  test('tells who is new, already there or refused', async () => {
    subscribers(2)
    unsubscribe('token-of-reader2@example.com', NOON)
    expect(
      await add('READER1@example.com\nreader2@example.com\nnew@example.com\nNew@example.com\nrubbish'),
    ).toEqual({
      added: 1,
      alreadyThere: 2,
      refused: 2,
      refusals: [
        { line: 2, text: 'reader2@example.com', reason: 'has unsubscribed' },
        { line: 5, text: 'rubbish', reason: 'not an email address' },
      ],
    })
    expect(list()).toHaveLength(3)
    expect(list()[1]?.unsubscribedAt).toEqual(NOON)
  })

  test('keeps who asserted the consent, and writes to nobody', async () => {
    await add('new@example.com')
    expect(list()).toMatchObject([
      { email: 'new@example.com', consentSource: 'Wambui', consentAt: NOON, createdAt: NOON },
    ])
    expect(Buffer.from(list()[0]?.unsubscribeToken ?? '', 'base64url')).toHaveLength(24)
    expect(db.select().from(outbox).all()).toEqual([])
    expect(db.select().from(auditLog).all()).toMatchObject([
      { actor: 'Wambui', action: 'subscribers-added', detail: { added: 1, alreadyThere: 0, refused: 0 } },
    ])
  })

  test(
    '20,000 lines with broken quotes lose nobody',
    async () => {
      const lines = Array.from({ length: 20_000 }, (_, index) =>
        index % 3 === 0
          ? `"Reader ${index},reader${index}@example.com`
          : `Reader ${index},reader${index}@example.com`,
      )
      const turns: number[] = []
      let last = performance.now()
      const timer = setInterval(() => {
        turns.push(performance.now() - last)
        last = performance.now()
      }, 1)
      const result = await add(`name,email\n${lines.join('\n')}`)
      clearInterval(timer)

      expect(result).toEqual({ added: 20_000, alreadyThere: 0, refused: 0, refusals: [] })
      // The middle one of some hundred: single ones tell of the machine.
      expect(turns.sort((one, other) => one - other)[turns.length >> 1]).toBeLessThan(patiently(10))
    },
    patiently(60_000),
  )

  test('shows the first fifty refusals and counts the rest', async () => {
    const result = await add('rubbish\n'.repeat(120))
    expect(result).toMatchObject({ added: 0, refused: 120 })
    expect(result.refusals).toHaveLength(50)
  })
})

describe('a file', () => {
  const bytes = (...parts: (string | number[])[]) =>
    Buffer.concat(parts.map((part) => Buffer.from(part as string)))

  test('is read as spreadsheets write it', () => {
    expect(textOfList(bytes([0xef, 0xbb, 0xbf], 'émail'))).toEqual({ text: 'émail' })
    expect(textOfList(Buffer.from('\ufeffémail', 'utf16le'))).toEqual({ text: 'émail' })
    expect(textOfList(Buffer.from('\ufeffémail', 'utf16le').swap16())).toEqual({ text: 'émail' })
    expect(textOfList(bytes([0xe9], 'mail'))).toEqual({ text: 'émail' })
  })

  test('that is no text is refused in a sentence', () => {
    expect(textOfList(bytes('PK', [3, 4]))).toEqual({ refused: expect.stringContaining('Save it as CSV') })
    expect(textOfList(bytes([0, 1, 2, 3]))).toEqual({ refused: expect.stringContaining('not text') })
  })
})
