import { describe, expect, test } from 'vitest'
import { TravelerForm } from '#app/bookings/checkout-form'
import { cents } from '#app/platform/money'
import { readDollars } from '#app/platform/typed/amounts'
import { letter, lines, oneLine, paragraphs } from '#app/platform/typed/clean'
import { dollarAmount } from '#app/platform/typed/dollars'
import { isLikeAName, optionalText, typedText } from '#app/platform/typed/text'

describe('what is typed is cleaned', () => {
  test('a line loses breaks, control characters and direction marks', () => {
    expect(oneLine(' Wanjiru\r\n \u0007Kamau \u202e\u2066 ')).toBe('Wanjiru Kamau')
  })

  test('several lines keep their tabs and get uniform breaks', () => {
    expect(lines(' a\r\n\tb\rc\u0000 ')).toBe(' a\n\tb\nc ')
    expect(letter('\n a\r\n b \n')).toBe('a\n b')
    expect(paragraphs(' a  \n\n\n\nb \n')).toBe('a\n\nb')
  })
})

describe('the name of a person', () => {
  test.each([
    "María-José O'Brien de la Cruz III",
    'Anne & Bob',
    'Dr. J.R.R. Tolkien, Jr.',
    'María de los Ángeles Fernández de la Cruz y Martínez',
    'Dwayne “The Rock” Johnson (Sr)',
    'Kumar a/l Subramaniam',
    '山田 太郎',
    'Gal·la Nguyễn Thị Ánh',
    'كريم عبد العزيز',
    'ʻOkina Kealoha',
    'Björk',
    'X Æ A-12',
    'Njeri W.',
    'J. R. R. Tolkien',
    'Siti binti S/O Rajan 2',
  ])('%s', (name) => expect(isLikeAName(name)).toBe(true))

  test.each([
    'https://evil.example',
    'Win now evil.example/x',
    'www.evil',
    'EVIL.COM',
    'Free safari EVIL4.COM/win',
    'T.ME/win',
    'X.CO',
    '1.1.1.1/a',
    '127.1/a',
    'win.4you',
    'ПОДАРОК.РФ/а',
    'evil.\u200dcom',
    'Evil-Site.Com',
    't.me',
    'call ann@example.com',
    'Bcc: x',
    'Your booking is over! Pay here',
    'Did you pay?',
    'please call us now at once or your trip will be canceled',
    'Call 0800 123 456',
    '<b>Ann</b>',
    'Ann\nBob',
    '{{name}}',
  ])('no name: %s', (name) => expect(isLikeAName(name)).toBe(false))

  test.each([
    ['J.R.R.Tolkien', 'J.R.R. Tolkien'],
    ['St.John', 'St. John'],
    ['Ma.Teresa Cruz', 'Ma. Teresa Cruz'],
    ['Bit.Ly/win', 'Bit. Ly/win'],
  ])('“%s” is stored as “%s”: no mail program makes a link of it', (typed, stored) =>
    expect(TravelerForm.shape.name.parse(typed)).toBe(stored),
  )

  test('a refusal says what is wanted', () => {
    const said = TravelerForm.shape.name.safeParse('Ann http://evil.example').error?.issues[0]?.message
    expect(said).toMatch(/only a name here: no links/)
    expect(TravelerForm.shape.name.safeParse('  ').error?.issues[0]?.message).toBe('Please fill in your name')
  })
})

describe('one required line', () => {
  const name = typedText({ label: 'Name', atMost: 5 })
  const said = (text: unknown) => name.safeParse(text).error?.issues[0]?.message

  test.each([
    [undefined, 'Name is required'],
    ['  ', 'Name is required'],
    ['abcdef', 'Name can be at most 5 characters'],
    [' abcde ', undefined],
  ])('%o: %o', (text, words) => expect(said(text)).toBe(words))

  test('long limits are said as people write them', () => {
    const review = typedText({ label: 'Review', atMost: 1_000 })
    expect(review.safeParse('x'.repeat(1_001)).error?.issues[0]?.message).toBe(
      'Review can be at most 1,000 characters',
    )
  })

  test('what may be left empty is undefined then', () => {
    const place = optionalText({ label: 'Place', atMost: 5 })
    expect([undefined, '', ' \n', ' Mara '].map((text) => place.parse(text))).toEqual([
      undefined,
      undefined,
      undefined,
      'Mara',
    ])
    expect(place.safeParse('Amboseli').success).toBe(false)
  })
})

describe('dollars', () => {
  test.each([
    ['500', 50_000],
    [' $ 1,250.5 ', 125_050],
    ['0', 0],
    ['12345678', 1_234_567_800],
    ['999,999,999.99', 99_999_999_999],
  ])('“%s” are %i cents', (text, amount) => expect(readDollars(text)).toBe(amount))

  test.each(['', '$', '-5', '1,25', '1.234', '1e3', '٤٥٠٠', '1 000', '999,999,999,999,999'])(
    '“%s” is no amount',
    (text) => expect(readDollars(text)).toBeNull(),
  )

  test('a payment is above zero and within the card limit', () => {
    expect(dollarAmount.parse('0.01')).toBe(cents(1))
    expect(dollarAmount.safeParse('0').error?.issues[0]?.message).toBe('The amount must be more than zero')
    expect(dollarAmount.safeParse('1,000,000').error?.issues[0]?.message).toBe(
      'The amount can be at most $999,999.99',
    )
  })
})
