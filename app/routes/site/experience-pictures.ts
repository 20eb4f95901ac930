import acaciaDusk from '#app/ui/landscapes/acacia-dusk.svg?url'
import dianiDhow from '#app/ui/landscapes/diani-dhow.svg?url'
import maraBalloon from '#app/ui/landscapes/mara-balloon.svg?url'
import nairobiGiraffes from '#app/ui/landscapes/nairobi-giraffes.svg?url'
import nakuruFlamingos from '#app/ui/landscapes/nakuru-flamingos.svg?url'

type DrawnPicture = { src: string; alt: string }

const DRAWN: Record<string, DrawnPicture> = {
  'nairobi-giraffes': {
    src: nairobiGiraffes,
    alt: 'Three giraffes stand on yellow grass, the towers of Nairobi pale in the morning behind them',
  },
  'mara-balloon': {
    src: maraBalloon,
    alt: 'A striped balloon drifts over grazing herds on the Mara plain just after sunrise',
  },
  'nakuru-flamingos': {
    src: nakuruFlamingos,
    alt: 'Flamingos wade in a still, lilac lake below low hills at dawn',
  },
  'diani-dhow': {
    src: dianiDhow,
    alt: 'A dhow under full sail crosses turquoise water off a white beach at noon',
  },
}

const ANY_OTHER: DrawnPicture = { src: acaciaDusk, alt: 'A lone acacia before a low red sun' }

/** The drawn picture of an experience; any that has none of its own gets the quiet plain. */
export const pictureOf = (slug: string): DrawnPicture => DRAWN[slug] ?? ANY_OTHER
