import { TextLink } from './text-link'

/** For who has booked, and looks for their page where others book or ask. */
export const MyBookingLine = ({ className = '' }: { className?: string }) => (
  <p className={className}>
    Already booked? <TextLink to="/my-booking">Find your booking</TextLink>
  </p>
)
