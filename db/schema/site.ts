import { sql } from 'drizzle-orm'
import { check, index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { LEGAL_PAGES, OPENING_STEPS, type WordedPage } from '../values'
import { flag, id, instant, oneOf } from './columns'

export const siteSettings = sqliteTable(
  'site_settings',
  {
    id: integer('id').primaryKey(),
    heroTitle: text('hero_title').notNull(),
    heroSubtitle: text('hero_subtitle').notNull(),
    aboutText: text('about_text').notNull(),
    footerText: text('footer_text').notNull(),
    contactEmail: text('contact_email').notNull(),
    contactPhone: text('contact_phone').notNull(),
    postalAddress: text('postal_address').notNull().default(''),
    openingHours: text('opening_hours').notNull().default(''),
    leaderName: text('leader_name').notNull().default(''),
    leaderRole: text('leader_role').notNull().default(''),
    leaderText: text('leader_text').notNull().default(''),
    /** Of a picture of the gallery, or a painted one. */
    leaderPicture: text('leader_picture').notNull().default(''),
    /** Numbers that some states give sellers of travel; empty where there is none. */
    sellerOfTravel: text('seller_of_travel').notNull().default(''),
    /** What a card's statement says of a payment, as Stripe's dashboard has it; empty where nobody said. */
    cardStatement: text('card_statement').notNull().default(''),
    /** What guests can pay from a bank account at once, in dollars; empty where they pay by card alone. */
    bankAtMost: text('bank_at_most').notNull().default('6,000'),
    /** What a guest pays less from a bank account, in percent; empty where it is nothing. */
    bankDiscount: text('bank_discount').notNull().default(''),
    /** The name under letters to guests; empty where it is the leader's. */
    lettersSignedBy: text('letters_signed_by').notNull().default(''),
    /** The addresses behind the footer's icons; empty where there is none. */
    facebookLink: text('facebook_link').notNull().default(''),
    instagramLink: text('instagram_link').notNull().default(''),
    youtubeLink: text('youtube_link').notNull().default(''),
    bannerText: text('banner_text'),
    bannerEnabled: flag('banner_enabled').notNull().default(false),
    /** Whether guests may agree that installments are charged by themselves. */
    offersAutopay: flag('offers_autopay').notNull().default(false),
    version: integer('version').notNull().default(1),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [check('site_settings_one_row', sql`${t.id} = 1`)],
)

/** What staff said about opening: a line of the checklist that is right as it stands, or that it may go. */
export const openingSteps = sqliteTable(
  'opening_steps',
  {
    step: text('step', { enum: OPENING_STEPS }).primaryKey(),
    confirmedAt: instant('confirmed_at').notNull(),
  },
  (t) => [check('opening_steps_step', oneOf(t.step, OPENING_STEPS))],
)

/**
 * What staff changed of a page that has its words in `site/page-words.ts`: a page without a row says those.
 */
export const pageWords = sqliteTable(
  'page_words',
  {
    page: text('page').$type<WordedPage>().primaryKey(),
    words: text('words', { mode: 'json' }).$type<Record<string, string>>().notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [check('page_words_words', sql`json_valid(${t.words})`)],
)

/** What a page of the law said from a moment on: guests agreed to one of these. Never changed. */
export const legalVersions = sqliteTable(
  'legal_versions',
  {
    id: id(),
    page: text('page', { enum: LEGAL_PAGES }).notNull(),
    /** Markdown, with its facts put in. */
    text: text('text').notNull(),
    /** SHA-256 of the text, in hex. */
    digest: text('digest').notNull(),
    since: instant('since').notNull(),
  },
  (t) => [
    check('legal_versions_page', oneOf(t.page, LEGAL_PAGES)),
    index('legal_versions_by_page').on(t.page, t.id),
  ],
)

export const experiences = sqliteTable('experiences', {
  id: id(),
  slug: text('slug').notNull().unique(),
  title: text('title').notNull(),
  description: text('description').notNull(),
  location: text('location').notNull(),
  duration: text('duration').notNull(),
  price: text('price').notNull(),
  imageUrl: text('image_url').notNull(),
  featured: integer('featured').notNull().default(0),
  position: integer('position').notNull().default(0),
})

export const testimonials = sqliteTable(
  'testimonials',
  {
    id: id(),
    slug: text('slug').notNull().unique(),
    name: text('name').notNull(),
    location: text('location').notNull(),
    rating: integer('rating').notNull(),
    review: text('review').notNull(),
    /** The first day of the journey that it is about; null where nobody has said. */
    traveledOn: text('traveled_on'),
    /** The address of a picture of the gallery; empty where there is none. */
    picture: text('picture').notNull().default(''),
    position: integer('position').notNull().default(0),
  },
  (t) => [check('testimonials_rating', sql`${t.rating} between 1 and 5`)],
)

export const galleryImages = sqliteTable(
  'gallery_images',
  {
    id: id(),
    slug: text('slug').notNull().unique(),
    title: text('title').notNull(),
    alt: text('alt').notNull(),
    place: text('place').notNull().default(''),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    focusX: real('focus_x').notNull().default(0.5),
    focusY: real('focus_y').notNull().default(0.5),
    /** A tiny picture as a data address, shown until the real one is there. */
    preview: text('preview').notNull().default(''),
    position: integer('position').notNull().default(0),
    /** A photograph of the company's own, kept beside the database; the others are painted for the site. */
    isUploaded: flag('is_uploaded').notNull().default(false),
    /** Of an uploaded one: what its files are called, by their content. Replaced, it keeps its slug. */
    fileName: text('file_name'),
    /** What they were called before: pages and letters that are out still ask for them. */
    formerFiles: text('former_files', { mode: 'json' }).$type<string[]>().notNull().default([]),
    /** The gallery shows it; otherwise it is only where staff choose it. */
    isHung: flag('is_hung').notNull().default(true),
    /** The widths in pixels that an uploaded photograph was made in. */
    widths: text('widths', { mode: 'json' }).$type<number[]>().notNull().default([]),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [check('gallery_images_size', sql`${t.width} > 0 and ${t.height} > 0`)],
)

/**
 * Where travelers sleep. A day of a departure names its lodge: a lodge is shown where a day has its name, and
 * how many nights there follows from the days.
 */
export const lodges = sqliteTable('lodges', {
  id: id(),
  name: text('name').notNull(),
  place: text('place').notNull(),
  room: text('room').notNull().default(''),
  bath: text('bath').notNull().default(''),
  fact: text('fact').notNull().default(''),
  /** The lodge's own site. */
  link: text('link').notNull().default(''),
  /** The addresses of pictures of the site, the first one shown largest. */
  pictures: text('pictures', { mode: 'json' }).$type<string[]>().notNull().default([]),
  position: integer('position').notNull().default(0),
})

/** The films that staff uploaded; each is `<slug>.mp4` beside the photographs. */
export const films = sqliteTable(
  'films',
  {
    id: id(),
    slug: text('slug').notNull().unique(),
    title: text('title').notNull(),
    /** The address of the picture that is shown until the film plays. */
    poster: text('poster').notNull(),
    bytes: integer('bytes').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [check('films_bytes', sql`${t.bytes} > 0`)],
)

/**
 * Raised by triggers whenever something changes that public pages show: the front empties its memory then.
 */
export const contentVersion = sqliteTable(
  'content_version',
  { id: integer('id').primaryKey(), version: integer('version').notNull() },
  (t) => [check('content_version_one_row', sql`${t.id} = 1`)],
)
