import type { PaymentType } from '#app/bookings/find-booking.server'
import type { Traveller } from '#app/bookings/traveller-form'
import type { Shown } from '#app/installments/shown-terms'
import type { RoomType } from '#app/tour/room-type'

/** What a traveller asks for at checkout, and from where. */
export type Order = {
  tourId: number
  roomType: RoomType
  paymentType: PaymentType
  traveller: Traveller
  /** Digest of the browser's own key. */
  browserDigest: string
  /** One opened checkout page. */
  checkoutKey: string
  /** Digest of the network address. */
  addressDigest: string
  /** If other terms apply by now, nothing is held and nothing is charged. */
  shown?: Shown
}
