import { ButtonLink } from '#app/ui/button-link'
import { MessageScreen } from '#app/ui/shell/message-screen'

/** A token that opens no booking: mistyped, or cut short by a mail program. */
export const UnknownLink = () => (
  <MessageScreen
    title="We do not know this link"
    text="It may have been cut short on its way. We can send you a new one, to the email address that you booked with."
    actions={
      <>
        <ButtonLink to="/my-booking">Send me my link</ButtonLink>
        <ButtonLink to="/contact" tone="outline">
          Contact us
        </ButtonLink>
      </>
    }
  />
)
