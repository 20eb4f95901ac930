import { Link } from '#app/ui/link'

export const BookingLink = ({ reference }: { reference: string }) => (
  <Link
    to={`/admin/bookings/${reference}`}
    className="whitespace-nowrap text-umber underline underline-offset-3"
  >
    {reference}
  </Link>
)
