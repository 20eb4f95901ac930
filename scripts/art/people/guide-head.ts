import { type Canvas, paint } from '#scripts/art/engine/canvas'
import { ink } from '#scripts/art/engine/colour'
import { rim } from '#scripts/art/engine/light'
import { type Mask, multiply } from '#scripts/art/engine/masks'
import { blob, limb, path, type Svg } from '#scripts/art/engine/shapes'
import { paintBeard, paintHair } from './guide-hair'
import { drawn, glaze, paintForm, TOWARD } from './portrait-tones'

const HEAD = path(
  'M640 610C630 680 620 712 609 742C606 764 622 778 623 796C614 830 580 866 562 896C546 922 554 944 578 947C592 948 604 947 608 957C608 974 594 984 588 998C582 1012 590 1020 604 1024C590 1030 584 1046 592 1060C602 1072 610 1080 611 1092C609 1108 598 1122 600 1142C604 1176 636 1196 676 1200C726 1202 778 1186 812 1168C870 1150 930 1140 1000 1140L1092 1080C1160 1010 1196 900 1186 770C1172 640 1080 560 920 540C790 530 690 556 640 610Z',
)
const NECK = path(
  'M716 1150C746 1200 760 1240 756 1276C752 1304 744 1330 736 1352L1250 1360C1180 1290 1128 1200 1104 1060L1080 980L860 1040Z',
)

export async function paintNeck(canvas: Canvas) {
  const neck = await drawn(canvas, NECK)
  paintForm(canvas, neck, {
    inks: ['#2a1610', '#3f2418', '#6a3f28'],
    rim: '#C98A56',
    rimWidth: 5,
    roundness: 60,
  })
  await glaze(
    canvas,
    neck,
    path('M690 1120L1130 1040L1120 1190C1000 1230 860 1260 740 1262Z'),
    '#22110d',
    0.75,
    22,
  )
}

/** A man of sixty in profile, looking into the light. */
export async function paintHead(canvas: Canvas) {
  const head = await drawn(canvas, HEAD)
  paintForm(canvas, head, {
    inks: ['#3a2016', '#5b3422', '#8a5334'],
    roundness: 95,
  })
  const on = (shape: Svg, tone: string, opacity: number, soft = 0) =>
    glaze(canvas, head, shape, tone, opacity, soft)

  // Planes, from the large to the small.
  await on(path('M600 560L1220 560L1220 720C1000 716 800 742 600 742Z'), '#2a150f', 0.8, 20)
  await on(
    path('M760 860C860 900 880 1040 800 1160L1010 1190L1120 1100L1060 800L900 780Z'),
    '#351c13',
    0.7,
    46,
  )
  await on(
    blob([
      [690, 868],
      [760, 872],
      [800, 912],
      [748, 960],
      [676, 944],
      [650, 904],
    ]),
    '#B27648',
    0.62,
    20,
  )
  await on(
    blob([
      [612, 700],
      [690, 708],
      [742, 728],
      [700, 748],
      [640, 742],
      [608, 736],
    ]),
    '#9a5f3a',
    0.6,
    12,
  )
  await on(path('M618 790C612 824 580 864 562 900L600 906C620 880 640 850 644 812Z'), '#BE8250', 0.6, 9)
  // The socket of the eye, the wing of the nose, the fold beside the mouth.
  await on(
    blob([
      [626, 792],
      [668, 776],
      [730, 784],
      [742, 816],
      [700, 842],
      [648, 838],
    ]),
    '#2c160f',
    0.72,
    12,
  )
  await on(
    path('M640 900C660 920 660 948 636 956C622 960 612 956 604 950L600 930C620 930 630 916 640 900Z'),
    '#3a1e14',
    0.75,
    7,
  )
  await on(
    blob([
      [592, 900],
      [626, 898],
      [640, 924],
      [622, 944],
      [592, 942],
      [578, 924],
    ]),
    '#A66B42',
    0.55,
    8,
  )
  await on(limb([652, 926, 4], [676, 968, 7], [668, 1030, 4]), '#33190f', 0.6, 8)
  await on(path('M574 941C586 936 602 938 610 948C600 954 584 952 574 948Z'), '#1c0c08', 0.85, 3)
  await paintEye(canvas, head)
  await paintMouth(canvas, head)
  await paintBeard(canvas, head)
  await paintHair(canvas, head)
  await paintEar(canvas)
  paint(canvas, rim(head, TOWARD, 8 * canvas.unit, 0.3), ink('#E3A467'), 0.8)
}

async function paintEye(canvas: Canvas, head: Mask) {
  const on = (shape: Svg, tone: string, opacity: number, soft = 0) =>
    glaze(canvas, head, shape, tone, opacity, soft)
  // Heavy brow, lids narrowed against the light, a white no larger than a grain, wrinkles of somebody who
  // laughs.
  await on(limb([612, 752, 6], [650, 738, 11], [704, 742, 10], [744, 766, 4]), '#1d100d', 0.9, 3)
  await on(limb([622, 748, 2], [660, 735, 4], [700, 738, 3]), '#7a685e', 0.32, 3)
  await on(
    blob([
      [632, 812],
      [652, 800],
      [690, 806],
      [712, 824],
      [680, 832],
      [648, 830],
    ]),
    '#6b3f29',
    0.9,
    3,
  )
  await on(
    blob([
      [637, 815],
      [656, 808],
      [684, 813],
      [700, 822],
      [672, 828],
      [648, 826],
    ]),
    '#b99c80',
    0.85,
    1.5,
  )
  await on(
    blob([
      [640, 812],
      [654, 808],
      [664, 816],
      [660, 827],
      [646, 827],
    ]),
    '#160b08',
    0.95,
    1,
  )
  await on(limb([630, 812, 3], [654, 802, 5.5], [690, 808, 5], [716, 826, 2.5]), '#190c08', 0.95, 1.5)
  await on(limb([646, 832, 1.5], [676, 837, 3], [706, 834, 1.5]), '#1f100a', 0.6, 2)
  await on(limb([648, 846, 2], [682, 856, 4], [722, 846, 2]), '#2a150e', 0.5, 4)
  for (const [x, y, dx, dy] of [
    [726, 816, 44, -14],
    [728, 828, 50, 4],
    [722, 840, 44, 22],
  ] as const)
    await on(limb([x, y, 2.2], [x + dx * 0.5, y + dy * 0.4, 2.6], [x + dx, y + dy, 1]), '#24120c', 0.6, 2)
  paint(
    canvas,
    multiply(await drawn(canvas, `<circle cx="646" cy="814" r="2.6"/>`), head),
    ink('#FFE9C6'),
    0.95,
  )
}

async function paintMouth(canvas: Canvas, head: Mask) {
  const on = (shape: Svg, tone: string, opacity: number, soft = 0) =>
    glaze(canvas, head, shape, tone, opacity, soft)
  await on(path('M580 998C596 988 618 996 664 1024C640 1030 612 1028 592 1026Z'), '#4d251c', 0.8, 3)
  await on(path('M584 1030C610 1026 636 1028 660 1026C644 1050 616 1064 590 1062Z'), '#8a4a37', 0.75, 3)
  await on(path('M586 1038C600 1034 612 1034 624 1037C614 1048 602 1054 590 1053Z'), '#C48C66', 0.6, 3)
  await on(limb([598, 1024, 3], [630, 1028, 4], [658, 1025, 3.5], [674, 1016, 2]), '#1d0c08', 0.9, 2)
  await on(
    blob([
      [604, 1076],
      [644, 1068],
      [662, 1084],
      [630, 1096],
      [606, 1092],
    ]),
    '#2c150f',
    0.5,
    7,
  )
}

async function paintEar(canvas: Canvas) {
  const ear = await drawn(
    canvas,
    path(
      'M916 842C924 802 968 788 1000 806C1030 826 1026 872 1004 904C990 926 984 944 972 960C956 978 932 974 926 950C920 926 914 880 916 842Z',
    ),
  )
  paintForm(canvas, ear, {
    inks: ['#351c13', '#5f3724', '#8d5837'],
    roundness: 24,
    rim: '#B9804F',
    rimWidth: 4,
  })
  const on = (shape: Svg, tone: string, opacity: number, soft = 0) =>
    glaze(canvas, ear, shape, tone, opacity, soft)
  await on(limb([936, 846, 5], [962, 822, 7], [994, 834, 7], [998, 870, 6], [980, 904, 4]), '#2c160f', 0.7, 4)
  await on(
    path('M936 872C946 852 970 850 978 868C980 890 962 902 958 922C946 920 934 910 936 896Z'),
    '#26120c',
    0.75,
    5,
  )
  await on(limb([950, 850, 3], [972, 846, 4], [984, 862, 3]), '#8a5636', 0.7, 3)
  await on(
    blob([
      [936, 936],
      [956, 934],
      [962, 950],
      [946, 962],
      [934, 952],
    ]),
    '#7d4c30',
    0.6,
    4,
  )
}
