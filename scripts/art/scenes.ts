import type { Scene } from './engine/scene'
import { amboseliElephants } from './scenes/amboseli-elephants'
import { heroAmboseli, heroAmboseliTall } from './scenes/amboseli-herd'
import { bandOnTheRidge } from './scenes/band-on-the-ridge'
import { campMilkyWay } from './scenes/camp-milky-way'
import { dhowByMoon } from './scenes/dhow-by-moon'
import { dianiDhow } from './scenes/diani-dhow'
import { hatBootsGuitar } from './scenes/hat-boots-guitar'
import { jacarandaAvenue } from './scenes/jacaranda-avenue'
import { kerichoTea } from './scenes/kericho-tea'
import { lamuRoofs } from './scenes/lamu-roofs'
import { lionKopje } from './scenes/lion-kopje'
import { maraBalloon } from './scenes/mara-balloon'
import { mountKenyaRhino } from './scenes/mount-kenya-rhino'
import { nairobiGiraffes } from './scenes/nairobi-giraffes'
import { naivashaFishEagle } from './scenes/naivasha-fish-eagle'
import { nakuruFlamingos } from './scenes/nakuru-flamingos'
import { ngorongoroRim } from './scenes/ngorongoro-rim'
import { ngorongoroSerengeti } from './scenes/ngorongoro-serengeti'
import { riftViewpoint } from './scenes/rift-viewpoint'
import { samburuNorth } from './scenes/samburu-north'
import { samburuStorm } from './scenes/samburu-storm'
import { serengetiNoon } from './scenes/serengeti-noon'
import { storyRift } from './scenes/story-rift'
import { tourStage } from './scenes/tour-stage'
import { tsavoElephants } from './scenes/tsavo-elephants'
import { twendeHome } from './scenes/twende-home'

/** Every picture of the site, in the order of importance. */
export const SCENES: readonly Scene[] = [
  heroAmboseli,
  heroAmboseliTall,
  tourStage,
  nairobiGiraffes,
  maraBalloon,
  nakuruFlamingos,
  dianiDhow,
  bandOnTheRidge,
  twendeHome,
  lionKopje,
  samburuStorm,
  storyRift,
  amboseliElephants,
  samburuNorth,
  ngorongoroSerengeti,
  tsavoElephants,
  kerichoTea,
  mountKenyaRhino,
  campMilkyWay,
  dhowByMoon,
  naivashaFishEagle,
  serengetiNoon,
  riftViewpoint,
  ngorongoroRim,
  hatBootsGuitar,
  jacarandaAvenue,
  lamuRoofs,
]
