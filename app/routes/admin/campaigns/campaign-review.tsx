import { Form, useNavigation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { deskButton } from '#app/ui/desk/desk-button'
import { DeskPanel } from '#app/ui/desk/desk-panel'
import { NotSent } from '#app/ui/desk/not-sent'
import { Link } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { TextLink } from '#app/ui/text-link'
import type { CampaignShown } from './campaign-page.server'
import { LetterPreview } from './letter-preview'

/** The last look before a letter goes to everybody: what is sent is the draft that is seen here. */
export function CampaignReview({ campaign, subscribers, preview, from, mailIsOn }: CampaignShown) {
  const sending = useNavigation().state !== 'idle'
  const place = useRef<HTMLDivElement>(null)
  // The button that led here is gone, and the page stays where it was scrolled to.
  useEffect(() => {
    place.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [])
  const people = `${subscribers.toLocaleString('en-US')} ${subscribers === 1 ? 'subscriber' : 'subscribers'}`
  return (
    <div ref={place} tabIndex={-1} className="grid max-w-3xl grid-cols-1 gap-6 outline-none">
      <DeskPanel title={`Send this letter to ${people}?`}>
        {subscribers > 0 ? (
          <p className="text-sm">
            It goes to everyone who is on the list now, once each. It cannot be called back, nor changed after
            that.
          </p>
        ) : (
          <p className="text-sm">
            Nobody is on the list yet. <TextLink to="/admin/subscribers/add">Add subscribers</TextLink> first;
            the draft is saved.
          </p>
        )}
        {!mailIsOn && (
          <Notice tone="wait" title="Mail is not set up on this site" className="mt-4">
            The letters wait in the outbox until a mail server is set (SMTP_URL).
          </Notice>
        )}
        <NotSent className="mt-4" />
        <Form method="post" className="mt-4 flex flex-wrap gap-2.5">
          <input type="hidden" name="version" value={campaign.version} />
          {subscribers > 0 && (
            <button
              type="submit"
              name="intent"
              value="send"
              disabled={sending}
              className={deskButton('main')}
            >
              {sending ? 'Sending...' : `Send to ${people}`}
            </button>
          )}
          <Link to={`/admin/campaigns/${campaign.id}`} className={deskButton('plain')}>
            Back to editing
          </Link>
        </Form>
      </DeskPanel>
      <LetterPreview subject={campaign.subject} from={from} html={preview} />
    </div>
  )
}
