import { Notice } from '#app/ui/notice'

/** The second editor sees what the first one saved, and loses nothing. */
export const SavedFirst = ({ what, differences }: { what: string; differences: string[] }) => (
  <Notice
    tone="wait"
    role="alert"
    title={`Somebody else saved ${what} while you were editing`}
    className="mb-5 sm:col-span-2"
  >
    {differences.length === 0 ? (
      <p>They wrote the same as you. There is nothing left to save.</p>
    ) : (
      <>
        <p>Your words are still below, not saved. Where theirs differ, this is saved now:</p>
        <ul className="mt-1.5 list-disc pl-5">
          {differences.map((difference) => (
            <li key={difference} dir="auto">
              {difference}
            </li>
          ))}
        </ul>
        <p className="mt-1.5">Change yours to match, or save again to put yours in their place.</p>
      </>
    )}
  </Notice>
)
