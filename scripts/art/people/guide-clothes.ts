import { type Canvas, paint } from '#scripts/art/engine/canvas'
import { ink, mix } from '#scripts/art/engine/colour'
import { smoothstep } from '#scripts/art/engine/curves'
import { modelling, rim } from '#scripts/art/engine/light'
import { noise } from '#scripts/art/engine/noise'
import { limb, path } from '#scripts/art/engine/shapes'
import { shukaInk } from '#scripts/art/things/shuka'
import { drawn, glaze, paintForm, RIM, TOWARD, type Tones } from './portrait-tones'

const BRIM = path(
  'M446 664C470 640 560 604 700 590C840 578 1040 572 1180 590C1290 604 1370 640 1398 690C1350 672 1270 664 1180 668C1050 676 860 706 700 706C590 706 490 692 446 664Z',
)
const CROWN = path(
  'M668 606C660 500 672 412 742 372C792 346 842 372 900 366C972 352 1080 346 1140 398C1190 446 1206 530 1206 604C1040 580 830 584 668 606Z',
)
const BAND = path(
  'M664 612C662 586 662 566 664 540C820 512 1050 508 1202 544C1206 566 1208 588 1206 610C1040 578 830 586 664 612Z',
)

export async function paintHat(canvas: Canvas) {
  const felt = { inks: ['#38261b', '#6b4d33', '#a27a4e'], rim: RIM, rimWidth: 9 } as const
  const crown = await drawn(canvas, CROWN)
  paintForm(canvas, crown, { ...felt, roundness: 90 })
  await glaze(
    canvas,
    crown,
    path('M820 366C860 420 900 430 980 420C1060 410 1100 380 1130 400L1000 340Z'),
    '#2c1c14',
    0.6,
    22,
  )
  await glaze(canvas, crown, limb([742, 400, 8], [730, 470, 16], [740, 540, 8]), '#C99B66', 0.35, 16)
  await paintBeadBand(canvas)
  const brim = await drawn(canvas, BRIM)
  paintForm(canvas, brim, {
    ...felt,
    inks: ['#2b1c15', '#5d4129', '#b0875a'],
    roundness: 26,
    toward: [-0.6, 0.8],
  })
  await glaze(
    canvas,
    brim,
    path('M446 668C560 690 700 694 860 684C1010 672 1180 650 1398 694L1398 740L440 740Z'),
    '#22140f',
    0.75,
    9,
  )
}

/** A band of beads, as the women of Kajiado sew them. */
async function paintBeadBand(canvas: Canvas) {
  const { unit: U } = canvas
  const band = await drawn(canvas, BAND)
  const [ember, sun, lagoon, paper, dark] = [
    ink('#A8412A'),
    ink('#EDB15A'),
    ink('#1F6470'),
    ink('#F6E7C8'),
    ink('#2A1B14'),
  ]
  const form = modelling(band, TOWARD, 40 * U)
  paint(canvas, band, (x, y, p) => {
    const [u, v] = [x / U, y / U]
    const along = (((u - 664) % 72) + 72) % 72
    const up = v - (548 + 10 * Math.cos((u - 930) / 160) * -1) + 8
    const triangle = Math.abs(along - 36) < 30 - Math.abs(up - 22) * 1.3
    const tone =
      up < 6 || up > 50
        ? dark
        : triangle
          ? Math.abs(along - 36) < 12
            ? paper
            : sun
          : along < 8 || along > 64
            ? lagoon
            : ember
    const bead = 0.9 + 0.1 * noise(u / 5, v / 5)
    const light = smoothstep(0.2, 0.7, form.alpha[p] ?? 0) * 0.55 + 0.42
    return mix(dark, tone, bead * light)
  })
}

export async function paintShirt(canvas: Canvas) {
  const drill = { inks: ['#33301f', '#5d5736', '#8f8350'], rim: '#F3D596', rimWidth: 8 } as const
  const chest = await drawn(
    canvas,
    path(
      'M752 1316C690 1362 606 1406 556 1500C500 1620 470 1800 452 2020L1640 2020L1640 1600C1560 1480 1420 1390 1290 1330L1180 1262Z',
    ),
  )
  paintForm(canvas, chest, { ...drill, roundness: 130 })
  // Folds that hang from the shoulder, the placket, the pocket.
  for (const [x, y, dx, dy, w] of [
    [820, 1470, -90, 300, 16],
    [900, 1500, -60, 420, 20],
    [700, 1560, -50, 360, 14],
    [600, 1600, -30, 340, 12],
  ] as const)
    await glaze(
      canvas,
      chest,
      limb([x, y, 3], [x + dx * 0.5, y + dy * 0.5, w], [x + dx, y + dy, 3]),
      '#2a281a',
      0.45,
      16,
    )
  await glaze(
    canvas,
    chest,
    path('M640 1480C600 1640 590 1820 590 2020L612 2020C612 1820 624 1640 664 1490Z'),
    '#2c2a1b',
    0.6,
    5,
  )
  for (const y of [1560, 1720, 1880])
    await glaze(canvas, chest, `<circle cx="${626 - (y - 1560) * 0.06}" cy="${y}" r="9"/>`, '#d8bf8a', 0.7, 1)
  await paintCollar(canvas, drill)
}

async function paintCollar(canvas: Canvas, drill: Omit<Tones, 'roundness'>) {
  const back = await drawn(
    canvas,
    path('M1010 1250C1090 1230 1160 1220 1200 1230L1290 1330C1200 1350 1100 1380 1040 1420Z'),
  )
  paintForm(canvas, back, { ...drill, inks: ['#29271a', '#4a462c', '#7a7046'], roundness: 30 })
  const front = await drawn(
    canvas,
    path(
      'M738 1304C810 1346 920 1340 1030 1262L1096 1320C1040 1392 930 1448 842 1520C800 1540 776 1500 752 1440C736 1400 732 1350 738 1304Z',
    ),
  )
  paintForm(canvas, front, { ...drill, inks: ['#3a3723', '#6d6640', '#a2945c'], roundness: 34 })
  await glaze(canvas, front, limb([740, 1308, 4], [850, 1352, 9], [1030, 1270, 4]), '#24221a', 0.7, 8)
}

export async function paintShukaOverShoulder(canvas: Canvas) {
  const { unit: U } = canvas
  const cloth = await drawn(
    canvas,
    path(
      'M1108 1290C1180 1268 1300 1300 1420 1372C1530 1440 1600 1520 1640 1640L1640 2020L930 2020C950 1860 980 1660 1020 1500C1044 1400 1070 1320 1108 1290Z',
    ),
  )
  const form = modelling(cloth, TOWARD, 90 * U)
  const [dark, lit] = [ink('#1f100e'), ink('#F3B27C')]
  paint(canvas, cloth, (x, y, p) => {
    const [u, v] = [x / U, y / U]
    // Folds fan out from the shoulder.
    const angle = Math.atan2(v - 860, u - 1270)
    const reach = Math.hypot(v - 860, u - 1270)
    const fold = Math.sin(angle * 19 + 1.1 * noise(u / 210, v / 260)) * smoothstep(430, 640, reach)
    const across = (angle - Math.PI / 2) * 900 + 26 * fold
    const tone = shukaInk(across * 0.58, reach * 0.58 + 8 * fold, 0.5 * fold)
    const facing = form.alpha[p] ?? 0
    return mix(
      mix(tone, dark, 0.62 * smoothstep(0.52, 0.36, facing)),
      lit,
      0.22 * smoothstep(0.6, 0.8, facing),
    )
  })
  paint(canvas, rim(cloth, TOWARD, 7 * U, 0.4), ink('#F8C08A'), 0.8)
}
