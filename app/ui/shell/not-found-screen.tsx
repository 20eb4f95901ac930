import { ButtonLink } from '#app/ui/button-link'
import { MessageScreen } from './message-screen'

export const NotFoundScreen = () => (
  <MessageScreen
    title="Page Not Found"
    text="This track leads nowhere. The road home is short."
    actions={
      <>
        <ButtonLink to="/">Return Home</ButtonLink>
        <ButtonLink to="/texascountrysafari" tone="outline">
          View Texas Safari
        </ButtonLink>
      </>
    }
  />
)
