import type { SKIP_REASONS } from '#db/values'

/** Why a broadcast whose time had come never left. */
export const SKIPPED_WORDS: Record<(typeof SKIP_REASONS)[number], string> = {
  'too-late': 'it was too late',
  nobody: 'it would have reached no one',
  'departure-canceled': 'the departure was canceled',
  'no-address': 'the company’s mailing address was missing',
  'not-ready': 'a picture in it was gone',
}
