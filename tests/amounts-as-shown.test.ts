import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { cents } from '#app/platform/money'
import { FIRST_DEPARTURE } from '#db/seed/tour'

/** One and two cents, whole and broken dollars, up to the most that a card pays, and a prime's multiples. */
const AMOUNTS = [1, 2, 10, 99, 100, 101, 100_000, 450_000, 450_050, 99_999_999, 99_999_999_999]
  .concat(Array.from({ length: 3_000 }, (_, index) => 1 + index * 33_331))
  .map(cents)
/** What a departure has none of here. */
const EMPTY = { minimumTravelers: null, decideOn: null, salesOpenOn: null, salesCloseOn: null }
const PERCENTS = Array.from({ length: 10_000 }, (_, index) => (index + 1) / 100)

const Plain = Intl.NumberFormat

/** The one line of the money module that says how amounts are shown, as if it were written this way. */
const written = (locale: string, asked: Intl.NumberFormatOptions) =>
  class extends Plain {
    constructor(_: string, options: Intl.NumberFormatOptions) {
      super(locale, { ...options, ...asked })
    }
  }

describe.each([
  ['dollars', '$4,500', '$4,500.50', '$4.5K', 'en-US', {}],
  ['US dollars', 'US$4,500', 'US$4,500.50', 'US$4.5K', 'en-CA', {}],
  ['the code', 'USD 4,500', 'USD 4,500.50', 'USD 4.5K', 'en-US', { currencyDisplay: 'code' }],
  ['euros', '€4,500', '€4,500.50', '€4.5K', 'en-US', { currency: 'EUR' }],
  ['euros in German', '4.500 €', '4.500,50 €', '4.5K €', 'de-DE', { currency: 'EUR' }],
  ['dollars in French', '4 500 $ US', '4 500,50 $ US', '4.5K $ US', 'fr-CA', {}],
] as const)('where amounts are shown as %s', (_, whole, withCents, short, locale, options) => {
  beforeAll(() => {
    vi.resetModules()
    vi.stubGlobal('Intl', Object.create(Intl, { NumberFormat: { value: written(locale, options) } }))
  })
  afterAll(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })

  const plain = (text: string) => text.replace(/\s/g, ' ')

  test('they are shown so in full, on an axis and in a field', async () => {
    const { showCents, showCentsInShort } = await import('#app/platform/money')
    const { bareCents } = await import('#app/platform/typed/amounts')
    expect(
      [showCents(cents(450_000)), showCents(cents(450_050)), showCentsInShort(cents(450_000))].map(plain),
    ).toEqual([whole, withCents, short])
    expect(bareCents(cents(450_000))).toMatch(/^4\D500$/)
  })

  test('what a field begins with is read as the same amount or percentage', async () => {
    const { showAmountOrPercent, showCents } = await import('#app/platform/money')
    const { bareCents, readAmountOrPercent, readDollars } = await import('#app/platform/typed/amounts')
    const lost = AMOUNTS.filter((amount) =>
      [showCents(amount), bareCents(amount)].some((text) => readDollars(text) !== amount),
    )
    expect(lost).toEqual([])
    expect(readDollars('1250.5'), 'in the link of a letter').toBe(125_050)
    const offs = [
      ...AMOUNTS.filter((amount) => amount < 1e8).map((amount) => ({ cents: amount })),
      ...PERCENTS.map((percent) => ({ percent })),
    ]
    expect(offs.map((off) => readAmountOrPercent(showAmountOrPercent(off)))).toEqual(offs)
  })

  test('a departure that is saved as it was opened keeps its prices, discount and fee', async () => {
    const { departureAsTyped } = await import('#app/routes/admin/departures/departure-parts')
    const { DepartureForm } = await import('#app/tours/departure-rules')
    const terms = {
      ...{ doublePriceCents: cents(450_050), earlyBirdOffCents: cents(25_000), earlyBirdOffPercent: 0 },
      ...{ resaleFeeCents: cents(45_025), resaleFeePercent: 0 },
    }
    const departure = { ...FIRST_DEPARTURE, ...terms, waitlistOfferHours: 48, ...EMPTY }
    const typed = departureAsTyped(departure as Parameters<typeof departureAsTyped>[0])
    const filled = Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== ''))
    expect(DepartureForm.parse({ ...filled, version: '1' })).toMatchObject(terms)
  })

  test('a discount code that is saved as it was opened keeps its amount', async () => {
    const { DiscountCodeForm } = await import('#app/bookings/discount-code-form')
    const { showAmountOrPercent } = await import('#app/platform/money')
    const { readAmountOrPercent } = await import('#app/platform/typed/amounts')
    const off = showAmountOrPercent({ cents: cents(25_050) })
    const { off: saved } = DiscountCodeForm.parse({ code: 'CHOIR2026', off, words: 'Choir', version: '1' })
    expect(readAmountOrPercent(saved)).toEqual({ cents: 25_050 })
  })
})
