type Props = { subject: string; from: string; html: string }

/** The letter as a mail program will show it. Nothing in the frame runs; its look is in style attributes only. */
export const LetterPreview = ({ subject, from, html }: Props) => (
  <div className="overflow-hidden rounded-field border border-desk-line bg-white">
    <dl className="border-desk-line border-b px-4 py-3 text-xs">
      <div className="flex gap-2">
        <dt className="text-desk-soft">From</dt>
        <dd className="min-w-0 wrap-anywhere">{from}</dd>
      </div>
      <div className="flex gap-2">
        <dt className="text-desk-soft">Subject</dt>
        <dd className="min-w-0 wrap-anywhere font-semibold" dir="auto">
          {subject || '(no subject yet)'}
        </dd>
      </div>
    </dl>
    <iframe
      title="The letter as subscribers will see it"
      sandbox=""
      srcDoc={html}
      className="block h-136 w-full"
    />
  </div>
)
