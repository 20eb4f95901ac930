import { Form, isRouteErrorResponse, useLocation, useNavigation, useRouteError } from '@remix-run/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button, ButtonLink } from '#app/ui/button'
import { Mark } from '#app/ui/icons'
import { useShellData } from './page-handle'

type MessageProps = { title: string; text: string; actions: ReactNode }

/** A whole page that says one thing and offers a way on. */
export const MessageScreen = ({ title, text, actions }: MessageProps) => (
  <div className="wrap-text grid justify-items-center py-20 text-center md:py-32">
    <Mark className="size-20" />
    <h1 className="type-h2 mt-8">{title}</h1>
    <p className="type-lead mt-4 text-balance! text-ink-soft">{text}</p>
    <div className="mt-9 flex flex-wrap justify-center gap-3.5">{actions}</div>
  </div>
)

export type QuestionProps = {
  title: string
  text: string
  /** Sent along: what the button confirms, where that may change until it is pressed. */
  shown?: string
  yes: string
  busyLabel: string
  no: string
  noTo: string
}

/** What a link of a letter asks: a button that posts to this page, and the way to leave all as it is. */
export function QuestionScreen({ title, text, shown, yes, busyLabel, no, noTo }: QuestionProps) {
  const busy = useNavigation().state !== 'idle'
  return (
    <MessageScreen
      {...{ title, text }}
      actions={
        <>
          <Form method="post">
            {shown && <input type="hidden" name="shown" value={shown} />}
            <Button {...{ busy, busyLabel }}>{yes}</Button>
          </Form>
          <ButtonLink to={noTo} tone="outline">
            {no}
          </ButtonLink>
        </>
      }
    />
  )
}

/** A message in place of a button that was pressed and is gone: focus goes there. */
export function FocusedMessage({ isNews, ...message }: MessageProps & { isNews: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNews) place.current?.focus()
  }, [isNews])
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <MessageScreen {...message} />
    </div>
  )
}

export const NotFoundScreen = () => (
  <MessageScreen
    title="Page Not Found"
    text="This track leads nowhere. The road home is short."
    actions={
      <>
        <ButtonLink to="/">Return Home</ButtonLink>
        <ButtonLink to={useShellData()?.journeys.first.to ?? '/journeys'} tone="outline">
          {useShellData()?.journeys.view ?? 'View our journeys'}
        </ButtonLink>
      </>
    }
  />
)

/**
 * The page-level error screen (rules 11.3). Both buttons are links to this same address, so that they also
 * work without scripts; with them, Try Again only clears the error and renders again.
 */
export function ErrorScreen() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundScreen />

  const here = pathname + search
  return (
    <MessageScreen
      title="Something went wrong"
      text="We apologize for the inconvenience. Please try refreshing the page."
      actions={
        <>
          <ButtonLink to={here} replace tone="outline">
            Try Again
          </ButtonLink>
          <ButtonLink to={here} reloadDocument>
            Refresh Page
          </ButtonLink>
        </>
      }
    />
  )
}
