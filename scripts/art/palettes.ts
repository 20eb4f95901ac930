import type { TreeHabit } from './engine/branches'
import type { Stops } from './engine/colour'

export const AMBOSELI_SKY: Stops = [
  [0, '#22434E'],
  [0.2, '#426C6E'],
  [0.38, '#7D958A'],
  [0.52, '#BDB99B'],
  [0.64, '#E6C797'],
  [0.76, '#F3C78B'],
  [0.9, '#F8D498'],
  [1, '#FCE4B6'],
]
export const AMBOSELI_GROUND: Stops = [
  [0, '#EDBC78'],
  [0.18, '#D49A55'],
  [0.45, '#A87044'],
  [0.75, '#6E4634'],
  [1, '#3A2622'],
]

/** The acacia that stands in front of the herd. */
export const HERO_TREE: TreeHabit = {
  seed: 33,
  width: 128,
  height: 80,
  pads: 12,
  lean: -0.1,
  limbs: 5,
  thickness: 1.3,
  leafSize: 0.46,
  leafiness: 1.9,
}

/** Skies from the top to the light. */
export const SKIES = {
  night: [
    [0, '#0E1830'],
    [0.25, '#15263F'],
    [0.45, '#22405A'],
    [0.6, '#456076'],
    [0.72, '#857A80'],
    [0.84, '#C18A6C'],
    [0.94, '#E3A875'],
    [1, '#F0BE86'],
  ],
  nakuru: evenly(
    '#8E8FB0 #AE9BB4 #D3A9AE #EDBDA6 #F8D2AC #FCE3BF #FFF0D6',
    [0, 0.2, 0.4, 0.56, 0.7, 0.85, 1],
  ),
  coast: evenly(
    '#3E7F93 #6FA5A8 #A9C9B8 #E3DDBB #F6DFB2 #FBE8C4 #FFF3DA',
    [0, 0.25, 0.45, 0.62, 0.78, 0.92, 1],
  ),
  mara: evenly(
    '#4C7A86 #7FA29B #B9C4A6 #E6D3A2 #F6D496 #FADFAE #FFF0CF',
    [0, 0.22, 0.42, 0.58, 0.72, 0.86, 1],
  ),
  nairobi: evenly(
    '#7C8F98 #9EA59D #CDBFA2 #EBC99A #F4C38A #F8CF98 #FFE7BF',
    [0, 0.2, 0.4, 0.55, 0.7, 0.85, 1],
  ),
  home: evenly(
    '#56626F #84848A #B7A08F #DEB48A #F0C183 #F7D193 #FFE9BE',
    [0, 0.2, 0.38, 0.54, 0.68, 0.82, 1],
  ),
  lion: evenly(
    '#3B2B3E #5E3D4B #8E5150 #C0704F #E0955B #F0BB78 #FADDA6',
    [0, 0.2, 0.38, 0.54, 0.68, 0.82, 1],
  ),
  storm: evenly(
    '#36424C #4C5C66 #6F7F82 #9BA39A #CFC29F #F0D9A4 #FFEEC4',
    [0, 0.22, 0.42, 0.58, 0.72, 0.86, 1],
  ),
  rift: evenly('#53627A #868298 #B99A98 #E0B190 #F3CB97 #FADFB2 #FFF1D6', [0, 0.2, 0.4, 0.56, 0.7, 0.84, 1]),
  marsh: evenly(
    '#5F86A0 #8CA9B0 #BDC4B4 #E6D2AE #F5D9AE #FBE6C4 #FFF4DE',
    [0, 0.22, 0.42, 0.58, 0.72, 0.86, 1],
  ),
  north: evenly(
    '#2F7388 #639CA0 #A9C0A8 #E6CFA0 #F2BD86 #F7CFA2 #FFE9CB',
    [0, 0.22, 0.42, 0.58, 0.72, 0.86, 1],
  ),
  crater: evenly(
    '#47788E #77A0A4 #A9C0AE #D9D6AE #F0DDA8 #F9E7BC #FFF5DC',
    [0, 0.22, 0.42, 0.58, 0.72, 0.86, 1],
  ),
  clearNight: evenly(
    '#0B1430 #11204A #1D3A5E #335A72 #5F7A84 #A58E7C #E0AE7C',
    [0, 0.25, 0.45, 0.62, 0.78, 0.9, 1],
  ),
  laikipia: evenly(
    '#4A5C86 #7C83A4 #AFA3B4 #DDB9AC #F2CBA2 #FADFB8 #FFF2DA',
    [0, 0.2, 0.38, 0.54, 0.7, 0.85, 1],
  ),
  kericho: evenly(
    '#7FA39A #9FB8A4 #C2CCAE #DEDBB4 #EFE3B8 #F7ECC8 #FFF8E2',
    [0, 0.22, 0.42, 0.58, 0.72, 0.86, 1],
  ),
  tsavo: evenly(
    '#2F5A66 #6C8078 #B09A78 #D99A63 #E88F58 #F2AF72 #FBD9A4',
    [0, 0.2, 0.38, 0.52, 0.66, 0.82, 1],
  ),
  lamu: evenly(
    '#2A7FA8 #4E9DB8 #86BAC0 #B9D3C4 #DFE3C8 #F3EBCF #FFF7E4',
    [0, 0.24, 0.46, 0.64, 0.78, 0.9, 1],
  ),
  escarpment: evenly(
    '#3B5E86 #6485A2 #93A6B0 #C3BFB2 #E6CFA8 #F5DDAE #FFEFCC',
    [0, 0.22, 0.42, 0.58, 0.72, 0.86, 1],
  ),
  rim: evenly('#3E5568 #6A7F86 #9AA59A #C8BFA0 #E8C898 #F6DAA6 #FFEFCC', [0, 0.2, 0.4, 0.56, 0.7, 0.84, 1]),
  noon: evenly('#2B7BA0 #55A0B4 #8FC0BE #C2D6BE #E6E2BE #F4EBCB #FFF8E4', [0, 0.26, 0.48, 0.66, 0.8, 0.9, 1]),
  naivasha: evenly(
    '#5E9C9A #8CB8A6 #B9CFB0 #DEDDB4 #F2E0AE #FAEAC4 #FFF7E0',
    [0, 0.22, 0.42, 0.58, 0.72, 0.86, 1],
  ),
  avenue: evenly(
    '#7C86B4 #A39CC0 #C9B2C0 #E8C8B8 #F5D8B4 #FBE6C6 #FFF4DE',
    [0, 0.22, 0.42, 0.58, 0.72, 0.86, 1],
  ),
  ranch: evenly(
    '#243F52 #4D6468 #94897A #D0A172 #EBB06A #F5C684 #FDE4B4',
    [0, 0.2, 0.38, 0.54, 0.68, 0.84, 1],
  ),
  moonlit: evenly(
    '#0A1A34 #10294A #1A4262 #2F6478 #628C8C #B0B498 #EAD6A4',
    [0, 0.24, 0.46, 0.64, 0.8, 0.92, 1],
  ),
  band: evenly('#2C3B4A #4F5A60 #8C7468 #C58A5E #E6A561 #F2BF78 #FBE0AC', [0, 0.2, 0.36, 0.5, 0.64, 0.8, 1]),
} satisfies Record<string, Stops>

/** Colours and the places where they stand. */
export function evenly(hexes: string, places: readonly number[]): Stops {
  return hexes.split(' ').map((hex, i) => [places[i] ?? 1, hex] as const)
}

/** With lilac inks and a rounder arch the acacia is a jacaranda, in flower in October. */
export const JACARANDA = {
  habit: {
    seed: 3,
    width: 70,
    height: 86,
    pads: 13,
    limbs: 5,
    droop: 0.46,
    trunk: 24,
    leafSize: 0.5,
    leafiness: 1.5,
  },
  leaves: ['#4b3d63', '#6C5A8C', '#927CB0', '#B9A0C9', '#E6CBD6'],
} as const
