import { folded } from '#app/platform/typed/folded'

/** ISO 3166-1: the codes that Stripe knows. Intl also names withdrawn ones, such as DD for Germany. */
const CODES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  )

/** What people call them besides, folded. */
const ALSO_CALLED: Record<string, string> = {
  usa: 'US',
  'united states of america': 'US',
  america: 'US',
  uk: 'GB',
  england: 'GB',
  scotland: 'GB',
  'great britain': 'GB',
  holland: 'NL',
  'hong kong': 'HK',
  macau: 'MO',
  macao: 'MO',
  uae: 'AE',
  emirates: 'AE',
  'ivory coast': 'CI',
  congo: 'CG',
  'dr congo': 'CD',
  eswatini: 'SZ',
}

/** Where mail has no postal codes. */
const WITHOUT_POSTAL_CODES =
  'AE AG AN AO AW BF BI BJ BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GD GM GQ GY HK JM KI KM KN KP LC ML MO MR MW NR NU QA RW SB SC SL SR SS ST SX SY TD TF TG TK TL TO TV UG VU YE ZW'.split(
    ' ',
  )

/** Intl writes "St. Kitts & Nevis", people mostly do not. */
const comparable = (name: string) =>
  folded(name)
    .replace(/\bsaint\b|\bst\./g, 'st')
    .replace(/ & /g, ' and ')

export const UNITED_STATES = 'United States'

/** By their English names: where most guests live first. */
export function countryNames(): string[] {
  const names = new Intl.DisplayNames(['en'], { type: 'region' })
  const others = CODES.map((code) => names.of(code) ?? code).filter((name) => name !== UNITED_STATES)
  return [UNITED_STATES, ...others.sort((one, other) => one.localeCompare(other))]
}

/** As the list has a country that someone typed, where it knows it. */
export function countryNamed(typed: string): string {
  const code = codeOf(typed)
  return code ? (new Intl.DisplayNames(['en'], { type: 'region' }).of(code) ?? typed) : typed
}

/** The code that Stripe wants for a country as it is typed; null for one that is not known. */
function codeOf(country: string): string | null {
  const wanted = comparable(country.trim()).replace(/^the /, '')
  const names = new Intl.DisplayNames(['en'], { type: 'region' })
  const isCalled = (code: string) => comparable(names.of(code) ?? '') === wanted
  return ALSO_CALLED[wanted] ?? CODES.find((code) => code.toLowerCase() === wanted || isCalled(code)) ?? null
}

/** The same with the form's default for an unknown one. */
export const countryCode = (country: string): string => codeOf(country) ?? 'US'

export const isUnitedStates = (country: string): boolean => codeOf(country) === 'US'

export const hasPostalCodes = (country: string): boolean =>
  !WITHOUT_POSTAL_CODES.includes(codeOf(country) ?? '')
