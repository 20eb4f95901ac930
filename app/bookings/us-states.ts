/** What mail in the United States knows as a state, by its two letters. */
const STATES: Readonly<Record<string, string>> = Object.fromEntries(
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming,AS American Samoa,GU Guam,MP Northern Mariana Islands,PR Puerto Rico,VI US Virgin Islands,AA Armed Forces Americas,AE Armed Forces Europe,AP Armed Forces Pacific'
    .split(',')
    .map((line) => [line.slice(0, 2), line.slice(3)]),
)

/** For whom lives elsewhere, while scripts that would let them type it do not run. */
export const OUTSIDE_US = 'Outside the US'

export const STATE_NAMES: readonly string[] = [...Object.values(STATES), OUTSIDE_US]

/** The name of a state as someone typed it, or its two letters; anything else is what it is. */
export function stateNamed(typed: string): string {
  const wanted = typed.trim().toLowerCase()
  const name = Object.values(STATES).find((state) => state.toLowerCase() === wanted)
  return name ?? STATES[wanted.toUpperCase()] ?? typed
}
