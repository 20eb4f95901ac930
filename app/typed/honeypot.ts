/** A field that people never see. Only a bot fills it: it is answered as if all went well, and nothing is stored. */
export const HONEYPOT = 'website'
