import { expect, test } from 'vitest'
import { letterTo } from '#app/bookings/traveler-letters.server'
import { letterAsText } from '#app/mail/letter'
import { contentVersion, saveSettings, siteSettings } from '#app/site/settings.server'
import { SettingsCall, SettingsForm } from '#app/site/settings-form'
import { historyBy } from '#app/views/history.server'
import { NOON } from '#tests/fixtures/orders'
import { somebody } from '#tests/staff/staff'

const entry = (details: Record<string, unknown> = {}) => SettingsCall.parse({ ...siteSettings(), ...details })
const messages = (
  details: Record<string, unknown>,
  form: typeof SettingsForm | typeof SettingsCall = SettingsForm,
) => form.safeParse({ ...siteSettings(), ...details }).error?.issues.map(({ message }) => message)

test('saving raises the version and logs the changed fields', async () => {
  const staff = await somebody()
  const { version } = siteSettings()
  const before = contentVersion()
  saveSettings(entry({ heroTitle: '<b>Karibu</b>', bannerEnabled: true, bannerText: 'Hello' }), staff, NOON)
  expect(siteSettings()).toMatchObject({
    heroTitle: '<b>Karibu</b>',
    bannerEnabled: true,
    bannerText: 'Hello',
    version: version + 1,
    updatedAt: NOON,
  })
  expect(contentVersion()).toBeGreaterThan(before)
  expect(historyBy(staff.id, { from: 'start' }).acts).toMatchObject([
    { did: 'changed the site settings', detail: 'hero title, banner enabled, banner text' },
  ])
})

test('the second of two editors is told what is stored', async () => {
  const staff = await somebody()
  const [mine, theirs] = [entry({ heroTitle: 'Mine' }), entry({ heroTitle: 'Theirs' })]
  saveSettings(theirs, staff, NOON)
  const answer = saveSettings(mine, staff, NOON)
  expect(answer).toMatchObject({ refused: 'changed-since', settings: { heroTitle: 'Theirs' } })
  expect(siteSettings().heroTitle).toBe('Theirs')

  if (!('settings' in answer)) throw new Error('Nothing is stored')
  saveSettings({ ...mine, version: answer.settings.version }, staff, NOON)
  expect(siteSettings().heroTitle).toBe('Mine')
})

test('the same form sent twice is saved once', async () => {
  const staff = await somebody()
  const twice = entry({ footerText: 'Sent twice' })
  saveSettings(twice, staff, NOON)
  expect(saveSettings(twice, staff, NOON)).not.toHaveProperty('refused')
  expect(historyBy(staff.id, { from: 'start' }).acts).toHaveLength(1)
})

test('a call without the banner leaves it as it is', async () => {
  const staff = await somebody()
  saveSettings(entry({ bannerText: 'Kept', bannerEnabled: false }), staff, NOON)
  saveSettings(entry({ heroTitle: 'Other', bannerText: undefined, bannerEnabled: undefined }), staff, NOON)
  expect(siteSettings()).toMatchObject({ heroTitle: 'Other', bannerText: 'Kept', bannerEnabled: false })
})

test('each text has its limit, told in a sentence', () => {
  expect(messages({ heroTitle: 'x'.repeat(80), footerText: 'x'.repeat(500) })).toBeUndefined()
  expect(messages({ heroTitle: 'x'.repeat(81) })).toEqual(['Hero title can be at most 80 characters'])
  expect(messages({ aboutText: 'x'.repeat(4_001) })).toEqual(['About text can be at most 4,000 characters'])
  expect(messages({ footerText: '   ' })).toEqual(['Footer text is required'])
  expect(messages({ contactEmail: 'a@x.example, b@y.example' })).toEqual(['Valid email is required'])
  expect(messages({ contactPhone: 'call me' })).toEqual(['Contact phone must be a number that can be called'])
  expect(messages({ heroTitle: 7 })).toEqual(['Hero title is required'])
})

test('a call with only the first fields leaves the rest', async () => {
  const staff = await somebody()
  const stored = siteSettings()
  const { heroTitle, heroSubtitle, aboutText, footerText, contactEmail, contactPhone } = stored
  const atFirst = { heroTitle, heroSubtitle, aboutText, footerText, contactEmail, contactPhone }
  saveSettings(SettingsCall.parse({ ...atFirst, heroTitle: 'As it was at first' }), staff, NOON)
  expect(siteSettings()).toEqual({
    ...stored,
    heroTitle: 'As it was at first',
    version: stored.version + 1,
    updatedAt: NOON,
  })
})

test('postal address and profile are required, hours are not', () => {
  const empty = { postalAddress: ' ', leaderName: '', leaderRole: undefined, leaderText: ' \n ' }
  expect(messages(empty)).toEqual([
    'Mailing address is required',
    'Name is required',
    'Role is required',
    'Profile text is required',
  ])
  // A call may leave them out, but not empty them: campaigns need the address by law.
  expect(messages({ postalAddress: '' }, SettingsCall)).toEqual(['Mailing address is required'])
  expect(messages({ openingHours: undefined })).toBeUndefined()
  expect(messages({ openingHours: 'x'.repeat(121) })).toEqual(['Opening hours can be at most 120 characters'])
  for (const cardStatement of ['SOUL', 'SAVANNA SOUL SAFARIS EA', '12345', 'SAVANNA*SOUL', 'SAVANNA ŠOUL'])
    expect(messages({ cardStatement })?.[0], cardStatement).toMatch(
      /^The name on card statements|22 characters$/,
    )
  for (const cardStatement of ['', 'SAVANNA SOUL', 'SAVANNA SOUL.COM 5'])
    expect(messages({ cardStatement })).toBeUndefined()
  expect(messages({ postalAddress: 'x'.repeat(201) })).toEqual([
    'Mailing address can be at most 200 characters',
  ])
  expect(entry({ leaderText: 'One\r\n\r\n\r\nTwo' }).leaderText).toBe('One\n\nTwo')
})

test('letters are signed by the leader until staff name someone else', async () => {
  const staff = await somebody()
  const text = () =>
    letterAsText(letterTo({ ...siteSettings(), travelerName: 'Wanjiru Kamau' })`# Hello\n\nKaribu.`)
  saveSettings(entry({ leaderName: 'Ann Wairimu', leaderRole: 'Founder' }), staff, NOON)
  expect(text()).toContain('Ann Wairimu\nFounder')
  saveSettings(entry({ lettersSignedBy: 'Grace Njoroge, who plans the journeys' }), staff, NOON)
  expect(text()).toContain('Grace Njoroge\nwho plans the journeys')
  expect(text()).not.toContain('Ann Wairimu')
})

test('a social link is a whole https address, or none', async () => {
  const staff = await somebody()
  const wrong = ['YouTube must be a full address that begins with https://']
  for (const youtubeLink of [
    'http://youtube.com/@savannasoul',
    'javascript:alert(1)',
    'youtube.com/@savannasoul',
    'https://youtube',
    'https://staff:secret@youtube.com/',
    'https://youtube.com/"><script>',
  ])
    expect(messages({ youtubeLink })).toEqual(wrong)
  expect(messages({ youtubeLink: `https://youtube.com/${'x'.repeat(200)}` })).toEqual([
    'YouTube can be at most 200 characters',
  ])
  saveSettings(entry({ youtubeLink: ' https://youtube.com/@savannasoul ' }), staff, NOON)
  expect(siteSettings()).toMatchObject({ youtubeLink: 'https://youtube.com/@savannasoul', facebookLink: '' })
  expect(historyBy(staff.id, { from: 'start' }).acts).toMatchObject([{ detail: 'youtube link' }])
  // A call that does not know the field leaves it; one that empties it takes the link away.
  saveSettings(entry({ heroTitle: 'Other', youtubeLink: undefined }), staff, NOON)
  expect(siteSettings().youtubeLink).toBe('https://youtube.com/@savannasoul')
  saveSettings(entry({ youtubeLink: '' }), staff, NOON)
  expect(siteSettings().youtubeLink).toBe('')
})

test('the portrait is one of the site’s pictures', async () => {
  const staff = await somebody()
  for (const leaderPicture of ['https://elsewhere.example/me.jpg', '/pictures/../etc', ''])
    expect(messages({ leaderPicture })).toEqual(['Please choose a picture'])
  const before = siteSettings()
  expect(saveSettings(entry({ leaderPicture: '/photos/nobody' }), staff, NOON)).toEqual({
    refused: 'no-such-picture',
  })
  expect(siteSettings()).toEqual(before)
  saveSettings(entry({ leaderPicture: '/pictures/story-rift' }), staff, NOON)
  expect(siteSettings().leaderPicture).toBe('/pictures/story-rift')
})

test('a banner that is on says something', () => {
  const words = ['Please write what the banner says, or switch it off']
  expect(messages({ bannerEnabled: true, bannerText: ' ' })).toEqual(words)
  expect(messages({ bannerEnabled: true, bannerText: undefined })).toEqual(words)
  expect(messages({ bannerEnabled: true, bannerText: undefined }, SettingsCall)).toBeUndefined()
  expect(messages({ bannerEnabled: false, bannerText: null }, SettingsCall)).toBeUndefined()
})

test('paragraphs are kept without invisible marks', () => {
  const { aboutText } = entry({ aboutText: ' One\r\nline \r\n\r\n\r\n\r\nTwo\u0000\u202e ' })
  expect(aboutText).toBe('One\nline\n\nTwo')
})
