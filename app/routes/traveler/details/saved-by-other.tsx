import { ArrivedNotice } from '#app/ui/arrived-notice'

/** The second of two who write at once sees what the first one saved, and loses nothing. */
export const SavedByOther = ({ differences }: { differences: string[] }) => (
  <ArrivedNotice tone="wait" role="alert" title="Somebody else saved these details while you were writing">
    <p>What you wrote is still below, not saved. Where it differs, this is saved now:</p>
    <ul className="mt-1.5 list-disc pl-5">
      {differences.map((difference) => (
        <li key={difference} dir="auto">
          {difference}
        </li>
      ))}
    </ul>
    <p className="mt-1.5">Change yours to match, or save again to put yours in its place.</p>
  </ArrivedNotice>
)
