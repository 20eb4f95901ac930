/** What the forms of the public pages are answered with when they stay on screen. */
export type FormAnswer = {
  form: 'inquiry' | 'newsletter' | 'watch'
  /** Words under the fields, by name. */
  errors: Record<string, string[] | null>
  /** What was typed, for the page that is made anew without scripts. */
  values: Record<string, unknown>
  /** Why the whole form was refused. */
  refused: string | null
  /** It never came to an answer: the form says so in its own words. */
  notTaken?: true
}
