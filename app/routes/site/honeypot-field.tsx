import { HONEYPOT } from '#app/typed/honeypot'

/** Neither seen nor read aloud nor reached by the keyboard: only a bot fills it. */
export const HoneypotField = () => (
  <div className="sr-only" aria-hidden="true">
    <label>
      Leave this empty
      <input type="text" name={HONEYPOT} tabIndex={-1} autoComplete="off" />
    </label>
  </div>
)
