import { confirmPlace } from '#app/bookings/waitlist/join-waitlist.server'
import { placeToConfirm } from '#app/bookings/waitlist/place-page.server'
import {
  confirmSubscription,
  requestByToken,
  subscriberByToken,
  unsubscribe,
} from '#app/people/subscribers.server'
import { now } from '#app/platform/clock.server'
import { nextDepartureInLetter } from '#app/tours/next-departure-letter.server'
import { toursPath } from '#app/tours/tours.server'
import {
  confirmWatching,
  stopWatching,
  watcherByToken,
  watchRequestByToken,
} from '#app/tours/watchers.server'
import type { QuestionProps } from '#app/ui/shell/message-screens'

type Message = { title: string; text: string; way: { to: string; label: string } | null }

type LetterPage = {
  status: 200 | 404
  shown: QuestionProps | Message
  /** Shown instead, right after the button was pressed. */
  justDone?: Message
}

type LetterLink = {
  title: string
  description: string
  /** Changes nothing: mail programs and scanners open links by themselves. */
  pageOf: (token: string) => LetterPage
  /** What the button does, once however often it is pressed; false where it has changed nothing. */
  press: (token: string, request: Request, shown: string) => boolean
}

const ask = (question: QuestionProps): LetterPage => ({ status: 200, shown: question })

const answered = (title: string, justDone: string, rest: Omit<Message, 'title'>): LetterPage => ({
  status: 200,
  shown: { title, ...rest },
  justDone: { title: justDone, ...rest },
})

const unknown = (text: string, way: Message['way'], justDone?: Message): LetterPage => ({
  status: 404,
  shown: { title: 'We don’t recognize this link', text, way },
  justDone,
})

const expired = (again: string, way: Message['way']): LetterPage =>
  unknown(
    `It may have been cut off, or it may be older than a month. ${again}, and you will get a new one.`,
    way,
  )

const seeJourney = (to = toursPath()) => ({ to, label: 'See the tour' })
const SUBSCRIBE_AGAIN = { to: '/#stay-connected', label: 'Subscribe again' }
const CONFIRMING = { busyLabel: 'Confirming...', no: 'No, thank you' }
const CONTACT_US = { to: '/contact', label: 'Contact us' }

/** The links of our letters that ask for one press of a button, by their address without the token. */
export const LETTER_LINKS: Record<string, LetterLink> = {
  '/newsletter/confirm': {
    title: 'Confirm your subscription',
    description: 'Confirm that you want our newsletter.',
    press: (token) => confirmSubscription(token, nextDepartureInLetter(now()), now()),
    pageOf(token) {
      const request = requestByToken(token)
      if (!request) return expired('Ask for our letters again', SUBSCRIBE_AGAIN)
      const { state, maskedEmail } = request
      if (state === 'waiting')
        return ask({
          title: 'Should we write to you?',
          text: `About once a month, a letter from the road to ${maskedEmail}. One click, and you are on our list.`,
          yes: 'Confirm',
          ...CONFIRMING,
          noTo: '/',
        })
      if (state === 'left') {
        const text = `${maskedEmail} is not on our list. If you want our letters again, just ask for them again.`
        return { status: 200, shown: { title: 'This request is no longer open', text, way: SUBSCRIBE_AGAIN } }
      }
      return answered('You are on our list already', 'Karibu: you are on our list', {
        text: `Our letters go to ${maskedEmail}. Each of them has an unsubscribe link.`,
        way: { to: '/#experiences', label: 'See where we travel' },
      })
    },
  },

  // Mail programs press it, too (RFC 8058): without cookie or origin, and they must not be redirected.
  '/unsubscribe': {
    title: 'Unsubscribe',
    description: 'Leave the newsletter.',
    press: (token, request) => unsubscribe(token, now(), campaignIn(request)),
    pageOf(token) {
      const subscriber = subscriberByToken(token)
      if (!subscriber)
        return unknown(
          'It may have been cut off. Please open it again from the latest letter, or write to us and we’ll take you off the list.',
          CONTACT_US,
        )
      const { isSubscribed, maskedEmail } = subscriber
      if (isSubscribed)
        return ask({
          title: 'Leave the newsletter?',
          text: `We write to ${maskedEmail} about once a month. One click, and we stop.`,
          yes: 'Unsubscribe',
          busyLabel: 'Unsubscribing...',
          no: 'Keep the letters',
          noTo: '/',
        })
      return answered('You are unsubscribed already', 'You are unsubscribed', {
        text: `We won’t send any more letters to ${maskedEmail}. If you miss them, you can subscribe again at any time.`,
        way: { to: '/', label: 'Return Home' },
      })
    },
  },

  '/departures/confirm': {
    title: 'Confirm your request',
    description: 'Confirm that you want to hear when the next departure opens.',
    press: confirmWatching,
    pageOf(token) {
      const request = watchRequestByToken(token)
      if (!request) return expired('Ask again on the tour page', seeJourney())
      const { state, maskedEmail } = request
      if (state === 'told') {
        const text = `We wrote to ${maskedEmail} when a departure opened. If you want to hear of another one, ask again on the tour page.`
        return { status: 200, shown: { title: 'This request is no longer open', text, way: seeJourney() } }
      }
      if (state === 'unconfirmed')
        return ask({
          title: 'Should we tell you when it opens?',
          text: `One email to ${maskedEmail} on the day the next departure opens. We’ll write once more only if we have to cancel or postpone it.`,
          yes: 'Yes, tell me',
          ...CONFIRMING,
          noTo: toursPath(),
        })
      return answered('You have confirmed this already', 'Thank you: we will tell you', {
        text: `One email goes to ${maskedEmail} on the day the next departure opens. It has a link to have your address deleted.`,
        way: seeJourney(),
      })
    },
  },

  // Mail programs press it, too.
  '/departures/stop': {
    title: 'Delete my address',
    description: 'Stop emails about the next departure.',
    press(token) {
      stopWatching(token)
      return true
    },
    pageOf(token) {
      const watcher = watcherByToken(token)
      if (!watcher)
        return unknown(
          'Either your address was removed before, or the link was cut off. If we still email you about a departure, write to us and we’ll take you off the list.',
          CONTACT_US,
          {
            title: 'Your address was deleted',
            text: 'We won’t write to you about departures. If you want to hear about one again, ask on the tour page at any time.',
            way: seeJourney(),
          },
        )
      return ask({
        title: 'Delete your address?',
        text: `We’ll email ${watcher.maskedEmail} when the next departure opens, and if we have to cancel or postpone it. One click, and we won’t.`,
        yes: 'Delete my address',
        busyLabel: 'Deleting...',
        no: 'Keep it',
        noTo: toursPath(),
      })
    },
  },

  '/waitlist/confirm': {
    title: 'Confirm your place',
    description: 'Confirm your place on the waitlist.',
    press: (token, _, shown) => confirmPlace(token, now(), shown),
    pageOf(token) {
      const place = placeToConfirm(token)
      if (!place) return expired('Join again on the tour page', seeJourney())
      const { tourName, dates, party, maskedEmail, page } = place
      const seePlace = page === null ? null : { to: page, label: 'See my place' }
      if (place.state === 'unconfirmed')
        return ask({
          title: 'Confirm your place on the waitlist',
          text: `${tourName}, ${dates}: ${place.name}${place.phone ? `, ${place.phone}` : ''}, for ${party}, ${place.room.toLowerCase()}. Offers go to ${maskedEmail}. Not what you asked for? Then don’t confirm it, and ask again on the tour page.`,
          shown: place.shown,
          yes: 'Confirm my place',
          ...CONFIRMING,
          noTo: toursPath(),
        })
      if (place.state === 'over') {
        const text = `It was for the ${tourName}, ${dates}. The page of your place says why, and what you can do now.`
        return { status: 200, shown: { title: 'This request is no longer open', text, way: seePlace } }
      }
      return answered('You have confirmed this already', 'You are on the waitlist', {
        text: `When seats on the ${tourName}, ${dates}, come free for you, we’ll email ${maskedEmail}.`,
        way: seePlace,
      })
    },
  },
}

/** The letter that the link stood in; an address that was changed by hand names none. */
function campaignIn(request: Request): number | null {
  const id = new URL(request.url).searchParams.get('c') ?? ''
  return /^[1-9]\d{0,8}$/.test(id) ? Number(id) : null
}
