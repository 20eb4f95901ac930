import { z } from 'zod'
import { BOOKING_STATUSES } from '#app/bookings/booking-statuses'
import { ROLE_KEYS } from '#app/staff/roles'
import { PAYMENT_TYPES, ROOM_TYPES, SUBSCRIBER_STATES } from '#db/schema'

// What the calls answer (rules 7.7). Money is US dollars; an instant is UTC.

export const instant = z.iso.datetime()
const id = z.int().min(1)
const day = z.iso.date()
export const dollars = z.number().describe('US dollars')

/** What was done, in a sentence. */
export const Message = z.strictObject({ message: z.string() }).meta({ title: 'Message' })

const errors = z.record(z.string(), z.array(z.string())).describe('Sentences by field')

/** Why not, in a sentence; for fields that are wrong, each with its own sentences. */
export const Failure = z
  .strictObject({ message: z.string(), errors: errors.optional() })
  .meta({ title: 'Failure' })

export const Plan = z
  .strictObject({
    numberOfGuests: z.int().min(2).optional().describe('Of a party; the amounts are for all of it'),
    pricePerTraveler: dollars.optional().describe('Of a party'),
    earlyBirdDiscount: dollars.optional().describe('Deducted already, for booking early'),
    totalAmount: dollars,
    depositAmount: dollars,
    installmentAmount: dollars,
    remaining: dollars,
    installments: z.array(z.strictObject({ number: z.int(), amount: dollars, dueDate: day })),
    refundTerms: z.string(),
    refundDates: z.string().describe('The same as days, for who books today, a line each'),
    nothingRefundableFrom: day,
  })
  .meta({ title: 'Plan' })

/** A refusal with what applies instead: the terms of today, or the booking that is made already. */
export const TermsFailure = Failure.extend({
  terms: Plan.optional(),
  bookingReference: z.string().optional(),
}).meta({ title: 'TermsFailure' })

export const OpenedIntent = z.strictObject({
  clientSecret: z.string(),
  paymentIntentId: z.string(),
  amount: dollars,
  bookingReference: z.string().nullable().describe('null where no seat is held: only a card form is shown'),
})

export const LaterIntent = z.strictObject({ clientSecret: z.string(), paymentIntentId: z.string() })

/** A booking as the confirmation reads it. */
export const Booking = z
  .strictObject({
    id,
    bookingReference: z.string(),
    tourType: z.string(),
    departure: z.strictObject({ startsOn: day, endsOn: day }).describe('Its first and last day'),
    roomType: z.enum(ROOM_TYPES),
    paymentType: z.enum(PAYMENT_TYPES),
    paymentStatus: z.enum(BOOKING_STATUSES),
    customerName: z.string(),
    customerEmail: z.string(),
    customerPhone: z.string().nullable(),
    customerAddress: z.string(),
    customerCity: z.string(),
    customerState: z.string(),
    customerZipCode: z.string(),
    customerCountry: z.string(),
    numberOfGuests: z.int(),
    totalAmount: dollars,
    depositAmount: dollars,
    paidAmount: dollars,
    writtenOffAmount: dollars.describe('What of the total staff wrote off, and nobody is asked for any more'),
    remainingAmount: dollars,
    installments: z.array(
      z.strictObject({ number: z.int(), amount: dollars, dueDate: day, paidAt: instant.nullable() }),
    ),
    stripePaymentIntentId: z.string().nullable(),
    refundTerms: z.string(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ title: 'Booking' })

/** The same as the staff's list reads it, with the other names of the address. */
export const ListedBooking = Booking.extend({
  paymentAmount: dollars,
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
}).meta({ title: 'ListedBooking' })

export const Experience = z
  .strictObject({
    id,
    title: z.string(),
    description: z.string(),
    location: z.string(),
    duration: z.string(),
    price: z.string(),
    imageUrl: z.string(),
    featured: z.int(),
  })
  .meta({ title: 'Experience' })

export const Testimonial = z
  .strictObject({
    id,
    name: z.string(),
    location: z.string(),
    rating: z.int().min(1).max(5),
    review: z.string(),
  })
  .meta({ title: 'Testimonial' })

const role = z.enum(ROLE_KEYS)

export const Session = z.strictObject({ admin: z.strictObject({ id, username: z.string(), role }) })

export const User = z
  .strictObject({ id, username: z.string(), role, createdAt: instant, lastLogin: instant.nullable() })
  .meta({ title: 'User' })

export const Contact = z
  .strictObject({
    id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string(),
    interest: z.string(),
    message: z.string(),
    note: z.string().nullable(),
    answeredAt: instant.nullable(),
    createdAt: instant,
  })
  .meta({ title: 'Contact' })

export const Subscriber = z
  .strictObject({
    id,
    email: z.string(),
    createdAt: instant,
    confirmedAt: instant.nullable(),
    unsubscribedAt: instant.nullable(),
    state: z.enum(SUBSCRIBER_STATES),
    isSubscribed: z.boolean(),
  })
  .meta({ title: 'Subscriber' })

export const Settings = z
  .strictObject({
    id,
    heroTitle: z.string(),
    heroSubtitle: z.string(),
    aboutText: z.string(),
    footerText: z.string(),
    contactEmail: z.string(),
    contactPhone: z.string(),
    postalAddress: z.string(),
    openingHours: z.string(),
    leaderName: z.string(),
    leaderRole: z.string(),
    leaderText: z.string(),
    leaderPicture: z.string(),
    facebookLink: z.string(),
    instagramLink: z.string(),
    youtubeLink: z.string(),
    bannerText: z.string().nullable(),
    bannerEnabled: z.boolean(),
    version: z.int(),
    updatedAt: instant,
  })
  .meta({ title: 'Settings' })
