import { receiveInquiry } from '#app/people/receive-inquiry.server'
import { subscribe } from '#app/people/subscribers.server'
import { now } from '#app/platform/clock.server'
import {
  ALREADY_SUBSCRIBED,
  INQUIRY_SENT,
  notTaken,
  SUBSCRIBED,
  SUBSCRIPTION_FAILED,
} from '#app/routes/site/form-words'
import { apiDocument } from '#app/server/contract/document.server'
import { answer, answering, refuse } from '#app/server/contract/json-call.server'
import * as calls from '#app/server/contract/site-calls'
import { networkOf } from '#app/server/guards/rates.server'
import { featuredExperiences, travelerStories } from '#app/site/lists.server'
import { siteSettings } from '#app/site/settings.server'

/** In seconds; there may be room again at any time. */
const AFTER_AN_HOUR = { 'Retry-After': '3600' }

const received = () => Response.json({ message: INQUIRY_SENT.description }, { status: 201 })
const subscribed = () => Response.json({ message: SUBSCRIBED.description }, { status: 201 })

/** What the public pages ask for and send; and 404 for every address under /api that is no call. */
export const action = answering(
  answer(calls.theDocument, () => Response.json(apiDocument())),
  answer(calls.featuredExperiences, () =>
    Response.json(
      featuredExperiences().map(({ slug: _slug, position: _position, ...experience }) => experience),
    ),
  ),
  answer(calls.testimonials, () =>
    Response.json(travelerStories().map(({ slug: _slug, position: _position, ...story }) => story)),
  ),
  answer(
    calls.sendInquiry,
    ({ sent, context }) => {
      const inquiry = receiveInquiry({ ...sent, network: networkOf(context) }, now())
      if (!('refused' in inquiry)) return received()
      return refuse(429, notTaken(inquiry.refused, siteSettings()), undefined, AFTER_AN_HOUR)
    },
    received,
  ),
  answer(
    calls.subscribeToNewsletter,
    ({ sent }) => {
      const subscription = subscribe(sent, now())
      if (!('refused' in subscription)) return subscribed()
      return subscription.refused === 'too-many'
        ? refuse(429, SUBSCRIPTION_FAILED.description, undefined, AFTER_AN_HOUR)
        : refuse(409, ALREADY_SUBSCRIBED)
    },
    subscribed,
  ),
)

export const loader = action
