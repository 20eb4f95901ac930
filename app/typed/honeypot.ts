/** A field that people never see. Whoever fills it is a bot: it is told success, and nothing is stored. */
export const HONEYPOT = 'website'
