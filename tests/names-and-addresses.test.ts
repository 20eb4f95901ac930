import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { TravelerForm } from '#app/bookings/checkout-form'
import { BookingLinksForm } from '#app/bookings/send-booking-links.server'
import { WaitlistForm } from '#app/bookings/waitlist/join-waitlist.server'
import { JoinForm } from '#app/money/changes/money-forms'
import { LeadForm } from '#app/money/changes/sell-form'
import { InquiryForm, LetterForm, NewsletterForm, WatchForm } from '#app/people/people-forms'
import { SettingsForm } from '#app/site/settings-form'
import { ForgottenForm, GuideForm, OwnEmailForm } from '#app/staff/user-forms'
import { BroadcastActForm } from '#app/tours/broadcast-form'
import { CompanionLinkForm, detailsForm, TravelerChangeForm } from '#app/travelers/details-form'
import { ReviewForm } from '#app/travelers/review-form'
import { RoomWishForm } from '#app/travelers/room-wishes.server'

const TODAY = '2025-06-01'

/** What a form makes of one of its fields; the words that it is refused with where it is. */
function readBy(form: z.ZodType, field: string, typed: string): string {
  const read = form.safeParse({ [field]: typed })
  if (read.success) return String((read.data as Record<string, unknown>)[field])
  const refused = read.error.issues.find(({ path }) => path[0] === field)
  return refused ? `refused: ${refused.message}` : 'accepted'
}

const only = (form: z.ZodObject, field: string) => z.object({ [field]: form.shape[field] as z.ZodType })

const NAME_FORMS: [string, z.ZodType, string][] = [
  ['checkout', only(TravelerForm, 'name'), 'name'],
  ['a lead traveler by staff', only(LeadForm, 'name'), 'name'],
  ['who joins', only(JoinForm, 'name'), 'name'],
  ['waitlist', WaitlistForm, 'name'],
  ['details', only(detailsForm(TODAY), 'name'), 'name'],
  ['emergency contact', only(detailsForm(TODAY), 'emergencyName'), 'emergencyName'],
  ['a traveler by staff', only(TravelerChangeForm, 'passportName'), 'passportName'],
  ['a guide', only(GuideForm, 'guideName'), 'guideName'],
  ['review', ReviewForm, 'publishAs'],
  ['contact, first', only(InquiryForm, 'firstName'), 'firstName'],
  ['contact, last', only(InquiryForm, 'lastName'), 'lastName'],
]

const ADDRESS_FORMS: [string, z.ZodType, string][] = [
  ['contact', only(InquiryForm, 'email'), 'email'],
  ['newsletter', NewsletterForm, 'email'],
  ['next departure', WatchForm, 'email'],
  ['checkout', only(TravelerForm, 'email'), 'email'],
  ['a lead traveler by staff', only(LeadForm, 'email'), 'email'],
  ['waitlist', WaitlistForm, 'email'],
  ['booking links', BookingLinksForm, 'email'],
  ['a companion’s link', CompanionLinkForm, 'email'],
  ['a traveler by staff', only(TravelerChangeForm, 'email'), 'email'],
  ['a staff member', only(OwnEmailForm, 'email'), 'email'],
  ['a forgotten password', ForgottenForm, 'email'],
  ['settings', SettingsForm, 'contactEmail'],
  ['a test of a letter', only(BroadcastActForm, 'testTo'), 'testTo'],
]

/** Forty people, in twenty scripts. */
const NAMES = [
  'María de los Ángeles Fernández de la Cruz y Martínez',
  'St.John Rivers',
  'Ma.Teresa Santos',
  'MD.RAHMAN KHAN',
  'mohd.faizal bin ismail',
  'A.P.J.Abdul Kalam',
  'Dr.-Ing. Zoë Großkopf',
  'Seán Ó Briain',
  "Siobhán O'Brien",
  'Siobhán O’Brien',
  'Keʻalohi Kalākaua',
  'Nuñez‑García',
  'D’Angelo D‘Souza D`Arcy',
  'Łukasz Żółć',
  'Þórdís Ævarsdóttir',
  'Nguyễn Thị Ánh Tuyết',
  'Çağrı Yıldırım',
  'Kumar a/l Subramaniam',
  '!Nqate Xqamxebe',
  'Ngũgĩ wa Thiong’o',
  'Мария Петровна Щербакова',
  'Ґалаґан Мар’яна',
  'Ελένη Παπαδοπούλου-Γεωργίου',
  'צ׳רלי בן־דוד',
  'ד״ר נועה ג׳ינג׳י',
  'محمد عبد الرحمن',
  'زهرا می‌رزایی',
  'নুসরাত জাহান',
  'श्री राम कृष्ण',
  'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ',
  'પટેલ નિશા',
  'தமிழ்செல்வி',
  'శ్రీనివాస్ రెడ్డి',
  'ಕೃಷ್ಣ ಮೂರ್ತಿ',
  'കൃഷ്ണൻ നായർ',
  'සුනිල් පෙරේරා',
  'สมชาย ใจดี',
  'བསྟན་འཛིན་རྒྱ་མཚོ',
  'አበበ ቢቂላ',
  'Արմեն Տեր֊Պետրոսյան',
  'ნინო ბერიძე',
  'ដារ៉ា សុខ',
  'အောင်ဆန်း',
  '김 서연',
  '山田 太郎',
  'ジョン・スミス',
  '王小明',
  'ᏣᎳᎩ ᎠᏂ',
]

const LONG = 'a'.repeat(64)
/** Forty that mail can be sent to. */
const ADDRESSES = [
  'fred&wilma@example.com',
  'o’brien@example.com',
  "o'brien@example.com",
  "trailing'@example.com",
  'a@example.com',
  'a@b.co',
  'first.last@example.com',
  'first+tag@example.com',
  'first-last@example.com',
  '-dash@example.com',
  'dash-@example.com',
  '_under_@example.com',
  '1234567890@example.com',
  'UPPER.Case@Example.COM',
  'and&and@example.com',
  'a!b@example.com',
  'a#b@example.com',
  'a$b@example.com',
  'a%b@example.com',
  'a*b@example.com',
  'a/b@example.com',
  'a=b@example.com',
  'a?b@example.com',
  'a^b@example.com',
  'a`b@example.com',
  'a{b}@example.com',
  'a|b@example.com',
  'a~b@example.com',
  '!#$%&*+/=?^_`{|}~-@example.com',
  'customer/department=shipping@example.com',
  'user%example.com@example.org',
  'a@sub.domain.example.co.ke',
  'a@1st.example',
  'a@123.com',
  'a@my-host.example',
  'a@xn--mller-kva.example',
  'a@example.xn--p1ai',
  'a@example.photography',
  'a.b.c.d.e@example.com',
  `${LONG}@example.com`,
  'reservations@safari.travel',
]

/** As it is stored. */
const stored = (address: string) => address.replace('’', "'")

/** Without the blanks that are written behind a dot. */
const compact = (name: string) => name.replaceAll('. ', '.')

describe.each(NAME_FORMS)('a name: %s', (_, form, field) => {
  test.each(NAMES.map((name) => name.normalize('NFC')))('%s', (name) => {
    const read = readBy(form, field, name)
    expect([compact(name), 'accepted']).toContain(compact(read))
  })
})

// Staff alone read the names of the contact form, which takes them as they are.
const MAILED = NAME_FORMS.filter(([called]) => !called.startsWith('contact'))

describe.each(MAILED)('no name: %s', (_, form, field) => {
  test.each([
    ['marks with no letter below them', '\u0301\u0301\u0301'],
    ['marks behind a blank', 'Anna \u0e31\u0e31'],
    ['a heap of marks', `Anna${'\u0348'.repeat(7)}`],
  ])('%s are none', (_, typed) => {
    expect(readBy(form, field, typed)).toMatch(/^refused: /)
  })
})

describe.each(ADDRESS_FORMS)('an address: %s', (_, form, field) => {
  test.each(ADDRESSES)('%s', (address) => {
    expect([stored(address), 'accepted']).toContain(readBy(form, field, address))
  })

  test.each([
    'a@x.com, b@y.com',
    'a b@example.com',
    '.a@example.com',
    'a.@example.com',
    'a..b@example.com',
    'a@@example.com',
    'a@example',
    'a@-example.com',
    'a@example-.com',
    'a@example..com',
    'a@127.0.0.1',
    'a@[127.0.0.1]',
    '"a b"@example.com',
    'a(b)@example.com',
    'a<b>@example.com',
    'zoé@example.com',
  ])('none: %s', (address) => {
    expect(readBy(form, field, address)).toMatch(/^refused: /)
  })
})

describe('what was pasted with it', () => {
  test.each([
    ['a blank of no width behind it', 'ann@example.com\u200b'],
    ['a byte order mark before it', '\ufeffann@example.com'],
    ['a word joiner', 'ann@\u2060example.com'],
    ['a soft hyphen', 'ann@exam\u00adple.com'],
    ['a joiner', 'ann@example.com\u200d'],
    ['a direction', '\u200eann@example.com\u202c'],
    ['a blank that does not break', '\u00a0ann@example.com\u202f'],
    ['letters of full width', 'ａｎｎ＠example.com'],
  ])('%s is taken out of an address at every form', (_, typed) => {
    for (const [, form, field] of ADDRESS_FORMS)
      expect(['ann@example.com', 'accepted']).toContain(readBy(form, field, typed))
    expect(RoomWishForm.safeParse({ wish: 'companion', companion: typed }).data).toEqual({
      kind: 'companion',
      companion: 'ann@example.com',
    })
  })

  test('a domain in other letters is stored as mail servers have it', () => {
    expect(readBy(NewsletterForm, 'email', 'info@Müller.example')).toBe('info@xn--mller-kva.example')
  })

  test.each([
    ['Ann\u200b', 'Ann'],
    ['St.John Ma.Teresa MD.RAHMAN', 'St. John Ma. Teresa MD. RAHMAN'],
    ['An\u200bn Bo\u2060b', 'Ann Bob'],
    ['Ann\u00a0Bob', 'Ann Bob'],
    ['山田\u3000太郎', '山田 太郎'],
    ['\u200dAnn\u200c Bob\u200d', 'Ann Bob'],
    ['\u3164', 'refused: Please fill in your name'],
    ['\u200b\u2060', 'refused: Please fill in your name'],
  ])('%j is the name %j', (typed, name) => {
    expect(readBy(only(TravelerForm, 'name'), 'name', typed)).toBe(name)
  })

  test('joiners that letters need stay', () => {
    expect(readBy(only(TravelerForm, 'name'), 'name', 'می\u200cرزایی')).toBe('می\u200cرزایی')
    expect(readBy(only(LetterForm, 'subject'), 'subject', 'For 👩‍👧')).toBe('For 👩‍👧')
  })

  test('a message of nothing that can be seen is none', () => {
    expect(readBy(only(InquiryForm, 'message'), 'message', '\u200b'.repeat(20))).toMatch(/^refused: /)
  })
})

describe.each([
  ['checkout', TravelerForm, 'phone'],
  ['contact', InquiryForm, 'phone'],
  ['own phone', detailsForm(TODAY), 'ownPhone'],
  ['emergency contact', detailsForm(TODAY), 'emergencyPhone'],
  ['a guide', GuideForm, 'guidePhone'],
] as const)('a phone number: %s', (_, form, field) => {
  test.each([
    '+254 712 345 678',
    '＋２５４ ７１２ ３４５ ６７８',
    '+٢٥٤ ٧١٢ ٣٤٥ ٦٧٨',
    '\u200e+۲۵۴ ۷۱۲ ۳۴۵ ۶۷۸',
    '+२५४ ७१२ ३४५ ६७८',
  ])('%s is stored in digits that can be dialed', (typed) =>
    expect(readBy(only(form, field), field, typed)).toBe('+254 712 345 678'),
  )
})
