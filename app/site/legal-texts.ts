/** What is put in place of each name in braces, from what the site does: a text cannot say another thing. */
export const LEGAL_FACTS = {
  email: 'the contact email of Settings',
  company: 'the name and mailing address of the company, as in Settings',
  registration: 'a section with the seller-of-travel numbers of Settings; nothing while there are none',
  'full refund days': 'for how many days after booking everything comes back',
  'no refund days': 'from how many days before departure nothing comes back',
  'name change days': 'until how many days before departure names can be changed',
  'passport months': 'for how many months after the journey a passport must be valid',
  cookies: 'the cookies of this site',
  'how we count': 'how visits are counted, by Google Analytics too where it is switched on',
  'backup months': 'for how many months the oldest backup is kept',
  'how long': 'the table of how long data is kept, as the nightly job deletes it',
} as const

export type LegalFact = keyof typeof LEGAL_FACTS

/** The first texts, made of what this site does. A lawyer of the company reads them before it sells. */
export const FIRST_TERMS = `These terms are between you and {company}. By paying a deposit or a whole tour you accept them for everyone on your booking.

## What you book

The tour page says what is included, and what is not. Your booking page and our confirmation say your dates, rooms and price. Seats are yours once your first payment has arrived.

## Price and payment

Prices are in US dollars, for each traveler, by the kind of room. You pay a deposit and then installments on the dates that we show you before you pay, or everything at once. Cards are charged by Stripe; we never see or store card numbers. If an installment stays unpaid after its date, we remind you, and may cancel your booking under the refund terms.

## If you cancel

The refund terms are shown with their dates before you pay, and stay with your booking as you accepted them. In general, everything you paid comes back for {full refund days} days after booking, all but the deposit after that, and nothing from {no refund days} days before departure. What counts is the day on which you ask us. Refunds go back the way you paid.

## If we cancel or change a tour

A departure that does not reach its minimum, or that we cannot run safely, may be canceled or postponed. Then you choose: everything back, another departure, or the new dates. We tell you by email, with a day by which to choose.

## Changes to your booking

Names can be changed until {name change days} days before departure. Ask us about another room, another traveler or other dates: we tell you what it changes before we change it.

## Passports, visas and health

You need a passport that is valid for {passport months} months after the journey, and the visas and vaccinations that the countries ask of you. We strongly recommend travel insurance that covers medical care, evacuation and cancellation.

## On the journey

Wild animals, roads and weather are part of a safari. Please follow what your guide says about safety. Our partners, such as lodges, drivers and airlines, work under their own terms, and we choose them with care.

{registration}

## Questions

Write to {email}. If something goes wrong on the journey, tell your guide at once, so that we can put it right there.`

export const FIRST_PRIVACY = `This page says what {company}, knows about you, why, for how long, and what you can ask of us. We sell no data, and show no advertising.

## What we store, and why

- **When you write to us**: your name, email, phone and message, so that a person can answer.
- **When you subscribe**: your email, and when you confirmed it. If you gave us your first name with a booking or an inquiry, our emails may greet you by it. Each email has a link to unsubscribe.
- **When you book**: name, email, phone and address of the lead traveler, the names and emails of the others, what you paid, and which emails we sent you about it.
- **Before the journey**: what guides, lodges and parks need of each traveler: passport, date of birth, diet, medical notes, an emergency contact and flights. Passport numbers and medical notes are encrypted, and only staff and your guide can open them. You can change or erase them yourself.
- **When you pay**: Stripe takes your card. We keep the payment’s number and amount, never the card.
- **Reviews and photographs** that you send us. We publish them only if you allow it.

## Who sees it

Our staff, each as far as their work needs it; your guide, for their own departure; lodges, parks and airlines, what they require of a traveler; Stripe, for payments; and the services that host this site and deliver its email. Nobody else, unless a law requires it.

## How long we keep it

Every night the site deletes what it no longer needs:

{how long}

## Cookies

None of our cookies track you. This site uses these, and only when they are needed:

{cookies}

Stripe sets cookies of its own on the pages where you pay, to prevent fraud.

## How we count visits

{how we count}

## What you can ask

- **A copy**: at [My data](/my-data) we email you a link, once a day at most, to everything that we hold about your address, to read and to save as a file.
- **Corrections**: change your details on your own pages, or write to {email}.
- **Erasure**: ask on the page of that link, or write to {email}. We delete what we hold about you, after a journey that is still ahead of you. What the law requires us to keep, such as amounts, dates and references of payments, stays without your name. So that no old list puts you back on our newsletter, we keep a code made from your address, from which no one can read it; you yourself can subscribe again. Backups forget you as they age, at the latest after {backup months} months. Stripe keeps its own records of payments.
- **Emails**: each newsletter has a link to unsubscribe, or tell us and we take you off.

## Children

Children travel with their family, who give us their details. This site is not meant for children to use on their own.`
