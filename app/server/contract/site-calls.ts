import { z } from 'zod'
import { InquiryForm, NewsletterForm } from '#app/people/people-forms'
import { HONEYPOT } from '#app/platform/typed/limits'
import { inWords } from '#app/platform/words'
import { FEATURED_AT_MOST } from '#app/site/list-forms'
import { declare, Experience, Message, refused, Testimonial } from './operation'

// What the public pages ask for and send.

/** A bot that fills it is answered as if all went well, and nothing is stored. */
const trap = { [HONEYPOT]: z.unknown().optional().describe('Leave it out: only programs fill it') }

export const featuredExperiences = declare('featuredExperiences', 'GET', '/api/experiences/featured', {
  summary: `The signature experiences of the home page, at most ${inWords(FEATURED_AT_MOST)}`,
  who: 'everybody',
  answers: { 200: { means: 'In the order of the page', schema: z.array(Experience) } },
})

export const testimonials = declare('testimonials', 'GET', '/api/testimonials', {
  summary: 'Traveler stories',
  who: 'everybody',
  answers: { 200: { means: 'All of them, in the order of the page', schema: z.array(Testimonial) } },
})

export const subscribeToNewsletter = declare('subscribeToNewsletter', 'POST', '/api/newsletter', {
  summary: 'Subscribe an address to the newsletter',
  who: 'everybody',
  body: NewsletterForm.extend(trap).strict(),
  example: { email: 'wanjiru@example.com' },
  writes: true,
  answers: {
    201: { means: 'Subscribed', schema: Message },
    409: refused('The address is already subscribed'),
  },
})

export const sendInquiry = declare('sendInquiry', 'POST', '/api/contact', {
  summary: 'Send an inquiry',
  notes: 'The same inquiry sent twice is one.',
  who: 'everybody',
  body: InquiryForm.extend(trap).strict(),
  example: {
    firstName: 'Wanjiru',
    lastName: 'Kamau',
    email: 'wanjiru@example.com',
    phone: '+1 512 555 0100',
    interest: 'cultural',
    message: 'Four of us, in October, and one is afraid of small planes.',
  },
  writes: true,
  answers: { 201: { means: 'It was received', schema: Message } },
})

export const recordView = declare('recordView', 'POST', '/api/page-view', {
  summary: 'Count a page that was opened',
  notes: 'The site’s own pages send it. Visitors who opted out are not counted, and get the same answer.',
  who: 'everybody',
  body: z.strictObject({
    path: z.string({ error: 'The path is missing' }).startsWith('/', { error: 'This is not a path' }),
    referrer: z.string({ error: 'The referrer is not a text' }).optional(),
    utm_source: z.string({ error: 'The source is not a text' }).optional(),
  }),
  types: ['text/plain', 'application/json'],
  example: { path: '/gallery', referrer: 'https://www.example.org/' },
  writes: true,
  answers: { 204: { means: 'Received' } },
})

export const theDocument = declare('theDocument', 'GET', '/api/openapi.json', {
  summary: 'This document',
  who: 'everybody',
  answers: {
    200: { means: 'OpenAPI 3.1', schema: z.looseObject({ openapi: z.literal('3.1.0') }) },
  },
})
