import { beforeEach, describe, expect, test } from 'vitest'
import { sendDueMail } from '#app/mail/send-mail.server'
import { receiveInquiry } from '#app/people/receive-inquiry.server'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { contactInquiries } from '#db/schema/people'
import { mailbox } from '#tests/fixtures/environment'
import { minutesAfter, NOON } from '#tests/fixtures/orders'
import { anInquiry } from './inquiries'

beforeEach(() => {
  db.delete(outbox).run()
  db.delete(contactInquiries).run()
  mailbox.clear()
})

const stored = () => db.select().from(contactInquiries).all()
const mailTo = (kind: string) =>
  db
    .select()
    .from(outbox)
    .all()
    .filter((mail) => mail.kind === kind)

test('an inquiry is stored, announced to staff and acknowledged', () => {
  const inquiry = anInquiry()
  receiveInquiry(inquiry, NOON)

  expect(stored()).toMatchObject([{ ...inquiry, createdAt: NOON, answeredAt: null }])
  expect(mailTo('inquiry-notice')).toMatchObject([
    {
      toAddress: 'staff@savannasoul.example',
      subject: 'New inquiry from Wanjiru Kamau',
      headers: { 'Reply-To': inquiry.email },
    },
  ])
  expect(mailTo('inquiry-acknowledgement')).toMatchObject([{ toName: '', toAddress: inquiry.email }])
  expect(mailTo('inquiry-acknowledgement')[0]?.textBody).toContain('within 24 hours')
})

test('the notice says everything that was written, escaped', () => {
  receiveInquiry(
    anInquiry({ firstName: '<i>Wanjiru</i>', message: 'One line & <script>alert(1)</script>\n\nAnother 🦁' }),
    NOON,
  )
  const [notice] = mailTo('inquiry-notice')

  for (const fact of ['+1 512 555 0100', 'Safari Adventures', 'Another 🦁', '/admin/contacts'])
    expect(notice?.textBody).toContain(fact)
  expect(notice?.textBody).toContain('One line & <script>alert(1)</script>\n\nAnother')
  expect(notice?.htmlBody).toContain('One line &amp; &lt;script&gt;alert(1)&lt;/script&gt;<br>')
  expect(notice?.htmlBody).not.toMatch(/<script|<i>/)
})

test('replying to the notice answers only the sender', async () => {
  receiveInquiry(anInquiry({ email: "o'brien+trip@example.com" }), NOON)
  await sendDueMail(() => NOON)
  const notice = mailbox.messages().find(({ subject }) => subject.startsWith('New inquiry'))

  expect(notice?.headers['reply-to']).toBe("o'brien+trip@example.com")
  expect(notice?.to).toEqual(['staff@savannasoul.example'])
})

describe('the same words again', () => {
  test('within ten minutes are one inquiry', () => {
    const inquiry = anInquiry()
    const first = receiveInquiry(inquiry, NOON)
    for (const minutes of [0, 1, 9.9]) expect(receiveInquiry(inquiry, minutesAfter(minutes))).toEqual(first)

    expect(stored()).toHaveLength(1)
    expect(db.select().from(outbox).all()).toHaveLength(2)
  })

  test('after ten minutes are another inquiry', () => {
    const inquiry = anInquiry()
    receiveInquiry(inquiry, NOON)
    receiveInquiry(inquiry, minutesAfter(10))
    expect(stored()).toHaveLength(2)
  })

  test.each([
    ['firstName', 'Achieng'],
    ['lastName', 'Otieno'],
    ['email', 'achieng@example.com'],
    ['phone', '1'],
    ['interest', 'luxury'],
    ['message', 'Five of us, in October.'],
  ])('with another %s are another inquiry', (field, value) => {
    const inquiry = anInquiry()
    receiveInquiry(inquiry, NOON)
    receiveInquiry({ ...inquiry, [field]: value }, NOON)
    expect(stored()).toHaveLength(2)
  })
})

test('a mailbox is thanked only once a day', () => {
  const email = 'victim@example.com'
  for (let minutes = 0; minutes < 5; minutes += 1)
    receiveInquiry(
      anInquiry({ email: minutes % 2 ? email : email.toUpperCase(), message: `Message number ${minutes}` }),
      minutesAfter(minutes),
    )
  expect(stored()).toHaveLength(5)
  expect(mailTo('inquiry-notice')).toHaveLength(5)
  expect(mailTo('inquiry-acknowledgement')).toHaveLength(1)

  receiveInquiry(anInquiry({ email }), minutesAfter(25 * 60))
  expect(mailTo('inquiry-acknowledgement')).toHaveLength(2)
})

test('tags, dots and capitals do not make another mailbox', () => {
  const addresses = [
    'v.ictim@example.com',
    'victim+1@example.com',
    'Victim+2@Example.com',
    'vic.tim+a.b@example.com',
  ]
  for (const email of addresses) receiveInquiry(anInquiry({ email }), NOON)
  expect(stored()).toHaveLength(4)
  expect(mailTo('inquiry-acknowledgement')).toHaveLength(1)

  receiveInquiry(anInquiry({ email: 'victim@example.org' }), NOON)
  receiveInquiry(anInquiry({ email: '+@example.com' }), NOON)
  expect(mailTo('inquiry-acknowledgement')).toHaveLength(3)
  for (const domain of ['gmail.com', 'googlemail.com'])
    receiveInquiry(anInquiry({ email: `victim@${domain}` }), NOON)
  expect(mailTo('inquiry-acknowledgement')).toHaveLength(4)
})

test('the thanks carry nothing that a stranger typed', () => {
  receiveInquiry(
    anInquiry({
      firstName: 'evil',
      lastName: 'now at evil.example',
      phone: 'call evil',
      message: 'Buy at evil.example today',
    }),
    NOON,
  )
  const [thanks] = mailTo('inquiry-acknowledgement')
  expect(`${thanks?.toName}${thanks?.subject}${thanks?.textBody}${thanks?.htmlBody}`).not.toContain('evil')
})

test('an inquiry is kept while the mail server is down', async () => {
  await mailbox.stopSmtp()
  receiveInquiry(anInquiry(), NOON)
  expect(await sendDueMail(() => NOON)).toEqual({ sent: 0, failed: 2 })
  expect(stored()).toHaveLength(1)

  await mailbox.startSmtp()
  expect(await sendDueMail(() => minutesAfter(1))).toEqual({ sent: 2, failed: 0 })
  expect(await sendDueMail(() => minutesAfter(60))).toEqual({ sent: 0, failed: 0 })
  expect(mailbox.messages()).toHaveLength(2)
})

test('an inquiry is not stored without its mails', () => {
  db.run('create trigger no_post before insert on outbox begin select raise(abort, "full"); end')
  expect(() => receiveInquiry(anInquiry(), NOON)).toThrow()
  db.run('drop trigger no_post')
  expect(stored()).toEqual([])
})

test.each([
  ['lines of one letter', 'x\n'],
  ['empty lines', 'x\n\n\n\n'],
  ['marks', '<&'],
  ['words', 'Four of us. '],
])('a staff letter is in proportion to its text: %s', (_, part) => {
  const message = part.repeat(5_000 / part.length)
  receiveInquiry(anInquiry({ message }), NOON)
  const [notice] = mailTo('inquiry-notice')
  const bytes = Buffer.byteLength(`${notice?.textBody}${notice?.htmlBody}`)
  expect(bytes).toBeLessThan(4_000 + 6 * Buffer.byteLength(message))
})

describe('within an hour', () => {
  test('a mailbox writes five times, however it is spelled', () => {
    const again = (part: number) =>
      anInquiry({ email: `${part % 2 ? 'j.doe+x' : 'jdoe'}@example.com`, message: `Part ${part} of it.` })
    for (let part = 0; part < 5; part += 1)
      expect(receiveInquiry(again(part), NOON)).toHaveProperty('inquiryId')
    expect(receiveInquiry(again(5), minutesAfter(59))).toEqual({ refused: 'too-often' })
    expect(stored()).toHaveLength(5)
    expect(receiveInquiry(again(6), minutesAfter(60))).toHaveProperty('inquiryId')
  })

  test('a network writes ten times, and another one goes on', () => {
    for (let sent = 0; sent < 10; sent += 1) receiveInquiry(anInquiry({ network: 7 }), NOON)
    expect(receiveInquiry(anInquiry({ network: 7 }), minutesAfter(4))).toEqual({ refused: 'too-often' })
    expect(receiveInquiry(anInquiry({ network: 8 }), minutesAfter(4))).toHaveProperty('inquiryId')
    expect(receiveInquiry(anInquiry({ network: null }), minutesAfter(4))).toHaveProperty('inquiryId')
  })
})

describe('of very many inquiries', () => {
  const flood = (howMany: number, at = NOON) => {
    for (let sent = 0; sent < howMany; sent += 1) receiveInquiry(anInquiry(), at)
  }

  test('the first hundred a day are told one by one', () => {
    flood(103)
    expect(stored()).toHaveLength(103)
    expect(mailTo('inquiry-notice')).toHaveLength(100)
    expect(mailTo('inquiry-flood')).toMatchObject([{ toAddress: 'staff@savannasoul.example' }])
    expect(mailTo('inquiry-flood')[0]?.textBody).toContain('/admin/contacts')

    receiveInquiry(anInquiry(), minutesAfter(25 * 60))
    expect(mailTo('inquiry-notice')).toHaveLength(101)
  })

  test('three hundred a day are taken, the next refused', () => {
    flood(300)
    expect(receiveInquiry(anInquiry(), minutesAfter(5))).toEqual({ refused: 'too-many' })
    expect(stored()).toHaveLength(300)
    expect(receiveInquiry(anInquiry(), minutesAfter(24 * 60 + 1))).toHaveProperty('inquiryId')
  })

  test('three thousand are taken in thirty days', () => {
    flood(300)
    const firstDay = stored()
    for (let day = 1; day < 10; day += 1) {
      const createdAt = minutesAfter(day * 24 * 60 + day)
      db.insert(contactInquiries)
        .values(firstDay.map(({ id, ...inquiry }) => ({ ...inquiry, createdAt })))
        .run()
    }
    const eleventhDay = minutesAfter(10 * 24 * 60 + 10)
    expect(receiveInquiry(anInquiry(), eleventhDay)).toEqual({ refused: 'too-many' })
    expect(receiveInquiry(anInquiry(), minutesAfter(30 * 24 * 60 + 5))).toHaveProperty('inquiryId')
  })
})
