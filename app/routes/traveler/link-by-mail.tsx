import { Form, useActionData, useNavigation, useSearchParams } from '@remix-run/react'
import { Button, ButtonLink } from '#app/ui/button'
import { EmailField, HoneypotField } from '#app/ui/field'
import { ArrivedNotice } from '#app/ui/notice'
import { NarrowPage, Panel } from '#app/ui/panel'
import type { answerLinkByMail } from './link-by-mail.server'

type Props = { page: string; title: string; lead: string; hint: string; button: string; sent: string }

/** Asks for an address, and after that says that a link is on its way there, if we know it. */
export function LinkByMail({ page, title, lead, hint, button, sent }: Props) {
  const answer = useActionData<typeof answerLinkByMail>()
  const sending = useNavigation().formAction?.startsWith(page)
  const [query] = useSearchParams()
  return (
    <NarrowPage title={title} lead={lead}>
      {query.has('sent') ? (
        <ArrivedNotice
          tone="success"
          role="status"
          title="Please check your inbox"
          actions={
            <ButtonLink to={page} tone="outline">
              Try another address
            </ButtonLink>
          }
        >
          {sent}
        </ArrivedNotice>
      ) : (
        <Panel>
          <Form method="post" noValidate className="grid gap-5">
            <EmailField answer={answer} hint={hint} />
            <HoneypotField />
            <p>
              <Button busy={sending} busyLabel="Sending...">
                {button}
              </Button>
            </p>
          </Form>
        </Panel>
      )}
    </NarrowPage>
  )
}
