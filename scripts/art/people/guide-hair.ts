import { type Canvas, paint } from '#scripts/art/engine/canvas'
import { ink, mix } from '#scripts/art/engine/colour'
import { smoothstep } from '#scripts/art/engine/curves'
import { modelling } from '#scripts/art/engine/light'
import { blur, type Mask, mapMask, multiply, union } from '#scripts/art/engine/masks'
import { fbm } from '#scripts/art/engine/noise'
import { path } from '#scripts/art/engine/shapes'
import { drawn, TOWARD } from './portrait-tones'

/** Short, dark going to gray: cheek, chin and lip. */
export async function paintBeard(canvas: Canvas, head: Mask) {
  const { unit: U } = canvas
  const jaw = path(
    'M916 880C924 960 916 1050 886 1110C840 1190 760 1230 660 1220C596 1214 566 1170 584 1120C594 1098 612 1100 640 1094C672 1086 690 1064 716 1046C776 1040 822 1000 846 950C858 920 862 896 864 872Z',
  )
  const lip = path(
    'M606 966C640 958 676 968 692 1000C706 1030 720 1050 740 1056L706 1076C690 1060 684 1030 668 1008C650 994 626 990 600 992Z',
  )
  const grown = blur(union(await drawn(canvas, jaw), await drawn(canvas, lip)), 10 * U)
  const beard = multiply(
    mapMask(grown, (v, p) => {
      const [x, y] = [(p % canvas.width) / U, Math.floor(p / canvas.width) / U]
      return smoothstep(0.3, 0.66, v + 0.36 * fbm(x / 12, y / 20, 3))
    }),
    head,
  )
  const [dark, gray, white] = [ink('#241813'), ink('#6f6157'), ink('#CDBAA0')]
  const form = modelling(beard, TOWARD, 60 * U)
  paint(
    canvas,
    beard,
    (x, y, p) => {
      const curl = fbm(x / U / 8 + 4, y / U / 15, 3)
      const chin = smoothstep(820, 640, x / U) * smoothstep(1000, 1120, y / U)
      const facing = (form.alpha[p] ?? 0) + 0.62 * curl + 0.06 * chin - 0.2 * smoothstep(680, 900, x / U)
      return mix(mix(dark, gray, smoothstep(0.16, 0.5, facing)), white, smoothstep(0.54, 0.92, facing) * 0.8)
    },
    0.9,
  )
}

/** Cropped close below the hat. */
export async function paintHair(canvas: Canvas, head: Mask) {
  const { unit: U } = canvas
  const shape = path(
    'M820 600L1230 600L1230 900C1210 990 1160 1060 1100 1092L1046 1050C1040 1010 1024 980 1004 940L996 800L930 790C920 830 916 870 908 900L866 884C870 820 852 760 826 716Z',
  )
  const grown = blur(await drawn(canvas, shape), 8 * U)
  const hair = multiply(
    mapMask(grown, (v, p) => {
      const [x, y] = [(p % canvas.width) / U, Math.floor(p / canvas.width) / U]
      return smoothstep(0.32, 0.66, v + 0.3 * fbm(x / 16, y / 16, 3))
    }),
    head,
  )
  const [dark, gray] = [ink('#1b1110'), ink('#6a5a50')]
  paint(
    canvas,
    hair,
    (x, y) =>
      mix(
        dark,
        gray,
        0.4 * smoothstep(0, 0.5, fbm(x / U / 13, y / U / 11, 2)) + 0.2 * smoothstep(1010, 880, x / U),
      ),
    0.92,
  )
}
