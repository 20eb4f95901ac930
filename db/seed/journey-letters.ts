import type { broadcasts } from '#db/schema/broadcasts'
import { CONTACT_DAYS_BEFORE, type OWN_LETTERS } from '#db/values'

type Letter = Pick<
  typeof broadcasts.$inferSelect,
  'subject' | 'body' | 'audience' | 'addressees' | 'isUrgent' | 'timing' | 'sendOn' | 'days' | 'sendMinute'
>

const NINE = 9 * 60

const own = (text: Pick<Letter, 'subject' | 'body' | 'timing' | 'days'>): Letter => ({
  ...text,
  audience: { who: 'all', ids: [] },
  addressees: 'travelers',
  isUrgent: false,
  sendOn: null,
  sendMinute: NINE,
})

/** The letters that a journey begins with. Staff rewrite, stop and add to them, for each departure. */
export const JOURNEY_LETTERS: Record<(typeof OWN_LETTERS)[number], Letter> = {
  'trip-book': own({
    subject: 'Your trip book for {{journey}}',
    timing: 'before',
    days: CONTACT_DAYS_BEFORE,
    body: `Dear {{first name}},

{{journey}} begins on {{first day}}, and {{trip book}} is ready.

It has every day with its lodge, address and phone number, the packing list, and what to know about money, visas and health. Open it once on your phone while you’re online: after that, it opens offline, too. When something changes, the page shows what is new.

Please do this soon:

- Check that your passport stays valid well beyond the day you come home, and apply for the electronic travel authorization for Kenya.
- Fill in what is still missing from {{details}}, your flights above all: they tell us when to meet you.

We look forward to meeting you.

{{signature}}`,
  }),
  'meeting-point': own({
    subject: 'Flights and meeting point for {{journey}}',
    timing: 'before',
    days: 14,
    body: `Dear {{first name}},

We’ll meet in Nairobi soon. The meeting point, and your guide’s name and phone number, are in {{trip book}}.

Please look at these:

- **Your flights.** If a flight number in {{details}} is missing or has changed, please correct it there. We plan your pickup around it.
- **Your first hours.** After customs, walk out to the arrivals hall and look for the sign with our name. If your flight is late we wait; if you miss a connection, call your guide.

Questions? Just reply to this letter.

{{signature}}`,
  }),
  'day-before': own({
    subject: 'Tomorrow: {{journey}}',
    timing: 'before',
    days: 1,
    body: `Dear {{first name}},

Tomorrow it begins. Please have these within reach:

- your passport, and the travel authorization printed or on your phone
- your guide’s phone number, which is in {{trip book}}
- your medicines, and a warm layer for the first morning, in your carry-on

Open your trip book once more before you leave home, so that your phone has the latest page.

Safari njema: travel well.

{{signature}}`,
  }),
  thanks: own({
    subject: 'Thank you for traveling with us, {{first name}}',
    timing: 'after',
    days: 3,
    body: `Dear {{first name}},

You are home again, and we hope some of the dust is still in your boots. Thank you for traveling with us.

Would you tell us how it was? A few stars and a few words help us, and help those who are still deciding. You choose whether we may publish them, and under which name:

{{review}}

Karibu tena: you are always welcome back.

{{signature}}`,
  }),
}
