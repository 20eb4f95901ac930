// A picture is replaced by scripts/cut-picture.ts, which also writes its preview here.

const WIDE = { width: 2400, height: 1350, widths: [400, 640, 1200, 1600, 2400] }
const CARD = { width: 1600, height: 1067, widths: [400, 640, 960, 1600] }

export const PICTURES = {
  'hero-amboseli': {
    title: 'The herd below Kilimanjaro',
    alt: 'Six elephants cross dry grass below Kilimanjaro at first light',
    place: 'Amboseli, Kenya',
    ...WIDE,
    focus: { x: 0.62, y: 0.8 },
    preview:
      'data:image/webp;base64,UklGRoQAAABXRUJQVlA4IHgAAABQBACdASoYAA0APu1iqk2ppaQiMAgBMB2JYgCdIIpJ/gPQfR/LmnNG05tAAP7NYMkUOrWsZ9EelD28E20XK5/52TnMHzxBfWWqnY8Wwnluei9N6udo3W1x0Q4OOQlxV6O5Rod/6yB8mCxTNX9FfQxh0yvGQ6U7AAA=',
  },
  'hero-amboseli-tall': {
    title: 'The herd below Kilimanjaro',
    alt: 'Four elephants cross dry grass below Kilimanjaro at first light',
    place: 'Amboseli, Kenya',
    ...{ width: 900, height: 1674, widths: [600, 900] },
    focus: { x: 0.5, y: 0.86 },
    preview:
      'data:image/webp;base64,UklGRpYAAABXRUJQVlA4IIoAAACQBQCdASoYAC0APxV0slGspySitVgMAZAiiUAW9w0vvbLYmyTe9YeBqMojWYU2H8f4qR3sMAD+4wa76CBAZ30tw0afTtg/AZrNhioniO3l5yiC2lp6r4ndEGv+oP5du7a+RNBOQ0fBGz/wMGcUtULs1Ulu+LqRVm0mBeWPXqTmbyQ24gBJjP8AAAA=',
  },
  'tour-stage': {
    title: 'A stage under the harvest moon',
    alt: 'A country band of four plays to a small group before a rising harvest moon, lit tents and giraffes beside it',
    place: 'Maasai Mara, Kenya',
    ...WIDE,
    focus: { x: 0.68, y: 0.7 },
    preview:
      'data:image/webp;base64,UklGRnwAAABXRUJQVlA4IHAAAAAQBACdASoYAA0APu1orU6ppiSiMAgBMB2JQBOgBD4LusRVd2yTQTFTIAD+7pDAc8nN21yAEmFnQrDM+8nzrLb/SEBZ/7cLYFflyZxaGTjXx00KCVcYDY6llj6BpNTNifJqgh7AZuUJqbeYuMi1EAAA',
  },
  'nairobi-giraffes': {
    title: 'Where the city meets the plain',
    alt: 'Three giraffes walk in dry grass, the towers of Nairobi before a pale sun behind them',
    place: 'Nairobi National Park, Kenya',
    ...CARD,
    focus: { x: 0.12, y: 0.55 },
    preview:
      'data:image/webp;base64,UklGRnIAAABXRUJQVlA4IGYAAAAQBACdASoYABAAPu1iqU2ppaOiMAgBMB2JYgCdICXDAjimwR1u2tUmwAD8f7mz/yHHZ2Q0x+V6W2JPRc8xradZKoV5yyGwgNrQ/L6elpwyGi07mJXViPtGQ5L4OoXn/M11xzf9AAA=',
  },
  'mara-balloon': {
    title: 'The great migration by balloon',
    alt: 'A striped balloon drifts over wildebeest and zebra on the Mara plain just after sunrise',
    place: 'Maasai Mara, Kenya',
    ...CARD,
    focus: { x: 0.66, y: 0.5 },
    preview:
      'data:image/webp;base64,UklGRoQAAABXRUJQVlA4IHgAAABQBACdASoYABAAPu1iqk4ppaQiMAgBMB2JZACdMoADTiIdCpkW06e8Nk0AAP3ilagJ7xAihcy0bQLK8rYjvAbWcL1e/3hLkVNz3q+hyE+w97ywqx7OBX15TG04jmgtGeFP/W1i3ymyLlQi2TOfITolsJQ9pQB2QAA=',
  },
  'nakuru-flamingos': {
    title: 'A pink dawn on the lake',
    alt: 'Flamingos wade and feed in Lake Nakuru at dawn, two of them with crossed necks',
    place: 'Lake Nakuru, Kenya',
    ...CARD,
    focus: { x: 0.7, y: 0.6 },
    preview:
      'data:image/webp;base64,UklGRmoAAABXRUJQVlA4IF4AAAAQBACdASoYABAAPu1iqU2ppaOiMAgBMB2JQBOmUDwAAON3DHZc3H3qAAD+WXiQn8LM+0FtKym+u/upKQobt7L8b200P6QhdDBLyHXi1KMxV/h98nLOWwfI1cV6AAAA',
  },
  'diani-dhow': {
    title: 'Under sail on the Swahili coast',
    alt: 'A dhow with a full cream sail crosses turquoise water off a palm beach, tall clouds behind it',
    place: 'Diani, Kenya',
    ...CARD,
    focus: { x: 0.62, y: 0.5 },
    preview:
      'data:image/webp;base64,UklGRooAAABXRUJQVlA4IH4AAABwBACdASoYABAAPu1iqk2ppaQiMAgBMB2JYgCdH8GJ/gPjcaDR1tDe8XFt0AD9Mv+ig5O22nZkFVIjY7W5PcnGztDHcXpyd1wlMVEWW08s0kPG6hwIFegf3YLAy+UkXKc2B7PE+rtTYJfnjs5Y5C6t0lZmNBYi/GV+Xo4gAAA=',
  },
  'band-on-the-ridge': {
    title: 'The band walks to the show',
    alt: 'Four musicians in hats carry a bass, a pedal steel, a guitar and a fiddle in cases across a huge setting sun',
    place: 'Amboseli, Kenya',
    ...CARD,
    focus: { x: 0.5, y: 0.62 },
    preview:
      'data:image/webp;base64,UklGRnoAAABXRUJQVlA4IG4AAAAQBACdASoYABAAPu1iqU2ppaOiMAgBMB2JZACdMoAC+y9hquOIa+S8oAD+IsioEMBwljMp+jVO0OqIxXxUMyoXv941sYymz2JlUXRTxRzJdEBwbb3Fnr5YGEE4RMAIkKYHTyWB+MxftPHz4aAAAA==',
  },
  'twende-home': {
    title: 'Twende, let us go home',
    alt: 'A family carries suitcases up a red path between tea rows to a stone farmhouse with its lamps lit at sunset',
    place: 'Limuru, Kenya',
    ...WIDE,
    focus: { x: 0.88, y: 0.68 },
    preview:
      'data:image/webp;base64,UklGRnIAAABXRUJQVlA4IGYAAAAwBACdASoYAA0APu1kqU2ppaQiMAgBMB2JYgCdMoMljE5dUrhFWzvRj0AA8nIZkSQka/PvdkxuwbzpfDrDLv48/Jm7063Ml74muP6odqocKebzMD3cN5hD1EfmWaqmlVJQYqzZ0AA=',
  },
  'lion-kopje': {
    title: 'The last light on the kopje',
    alt: 'A lion lies on a granite kopje and looks toward a low red sun',
    place: 'Serengeti, Tanzania',
    ...CARD,
    focus: { x: 0.53, y: 0.58 },
    preview:
      'data:image/webp;base64,UklGRn4AAABXRUJQVlA4IHIAAADQAwCdASoYABAAPu1iqU2ppaQiMAgBMB2JZgCdACHaagkODScvNXwA/qICBEcRSpsDyBNyqJ6fzyWhuuhKT5GIJVIGExDZ8HsgoKX2hjH8xPfhjMB4TM6Zq27HDmQ0/GyAh7fsMUNNLkL373N6XhAAAAA=',
  },
  'samburu-storm': {
    title: 'Rain over Samburu',
    alt: 'Five oryx stand on a green plain in slanting light while a rainstorm passes behind them',
    place: 'Samburu, Kenya',
    ...CARD,
    focus: { x: 0.3, y: 0.55 },
    preview:
      'data:image/webp;base64,UklGRnwAAABXRUJQVlA4IHAAAAAQBACdASoYABAAPu1iqU2ppaOiMAgBMB2JYgCuHCHejUTvlsr7KjbINAD+IUUtZUte2fv81UEWaRnPFLz0JPYcpLn6VYhaLoD7Hr5QqdFgd3NVee6Av6zZ/I8U8BkvSEEh4g8xQvdAyiKS4yaUAAAA',
  },
  'story-rift': {
    title: 'First light over the Rift',
    alt: 'A guide and two guests stand beside an open safari car and watch first light reach the floor of the Rift Valley',
    place: 'Great Rift Valley, Kenya',
    ...WIDE,
    focus: { x: 0.7, y: 0.66 },
    preview:
      'data:image/webp;base64,UklGRngAAABXRUJQVlA4IGwAAAAQBACdASoYAA0APu1iqU2ppaOiMAgBMB2JQBOmUGMACEktAC4tYSaWAADxsdPm8tdHAb4//zFqrTtuZfuP0IIqD0JRvSR3BBoFV8ZS8Hx0WekMDqaWej/5AEHzFtBE5y9b/47eHaXbeHDMoAA=',
  },
  'amboseli-elephants': {
    title: 'In the green heart of Amboseli',
    alt: 'Three elephants wade through a green swamp with white egrets, snow-capped Kilimanjaro above them in the early morning',
    place: 'Amboseli, Kenya',
    ...CARD,
    focus: { x: 0.66, y: 0.6 },
    preview:
      'data:image/webp;base64,UklGRngAAABXRUJQVlA4IGwAAAAQBACdASoYABAAPu1kqU2ppaOiMAgBMB2JQBYdhEDV75qeEq5ZTfz6AAD94pTzfWIZnAcluU3IFOaqQHZcd9izsHEqS2Bpv2f/TQpxeSJNtP0EVNiIPLpoplzpl7ZOSuocaG6jjQ63lLldQAA=',
  },
  'samburu-north': {
    title: 'North to the Ewaso Nyiro',
    alt: 'Two reticulated giraffes on the bank of the Ewaso Nyiro, doum palms and the red walls of Ololokwe behind in low sun',
    place: 'Samburu, Kenya',
    ...CARD,
    focus: { x: 0.64, y: 0.55 },
    preview:
      'data:image/webp;base64,UklGRoYAAABXRUJQVlA4IHoAAADwBACdASoYABAAPu1iqk4ppaQiMAgBMB2JaACdMoR4PoHh/gPKHii4WzQBoXhvoRAA99PfYD5Jh90qgAe3O0hqASkQed+U2pXx/rRES+2b/EXyk4oKZYq7vBnaGhm/PLJHgLvUm15KKgBY5CW89NQ3dDf48ysHwInYAA==',
  },
  'ngorongoro-serengeti': {
    title: 'Down on the crater floor',
    alt: 'Zebras graze on the green floor of Ngorongoro while morning cloud spills over the crater wall',
    place: 'Ngorongoro, Tanzania',
    ...CARD,
    focus: { x: 0.56, y: 0.62 },
    preview:
      'data:image/webp;base64,UklGRnoAAABXRUJQVlA4IG4AAABQBACdASoYABAAPu1kqU2ppaOiMAgBMB2JZACdMoMpAEnEF2v+tgxxrigAAP38enbbGnQweEhgQaAaQHcjCtuwG80DVk/LyiRpWHmzBadBfq2BFVq4pjYVEpSCjAUxnBHBEDaRT6Mc+VtUBkyAAA==',
  },
  'tsavo-elephants': {
    title: 'Red elephants of Tsavo',
    alt: 'Elephants red with dust gather and drink at a waterhole in Tsavo under a large evening sun',
    place: 'Tsavo East, Kenya',
    ...CARD,
    focus: { x: 0.5, y: 0.62 },
    preview:
      'data:image/webp;base64,UklGRnwAAABXRUJQVlA4IHAAAABQBACdASoYABAAPu1iqU2ppaQiMAgBMB2JaACdMoR3JoADqN+dTOBbeqPAAPHQ1/veriiY8d+ruNxAPt/AI5hbKb6+RbV4F7ER8iyHRyYig3qkrxflEfasOhFQwibK2Jg024JGybIVCMVtJkfHGgAA',
  },
  'kericho-tea': {
    title: 'Morning in the tea',
    alt: 'Three pickers with baskets stand among green tea rows in Kericho while mist lies between the hills',
    place: 'Kericho, Kenya',
    ...CARD,
    focus: { x: 0.42, y: 0.6 },
    preview:
      'data:image/webp;base64,UklGRngAAABXRUJQVlA4IGwAAADQAwCdASoYABAAPu1kq04ppaQiMAgBMB2JQBOgBDwpHG/Btpinv3wA/d4qc6XIGd3AdCUhcuQh8nGlttY/Zr4yDejyNFX4GL/JPJQ12JLKY3oAVgrrWApWG4/vcZZQkrHzRQpDYnCYrUqAAAA=',
  },
  'mount-kenya-rhino': {
    title: 'Dawn below Mount Kenya',
    alt: 'Two rhinos stand on the Laikipia plain at dawn, the jagged peaks of Mount Kenya lilac behind them',
    place: 'Laikipia, Kenya',
    ...CARD,
    focus: { x: 0.56, y: 0.56 },
    preview:
      'data:image/webp;base64,UklGRnIAAABXRUJQVlA4IGYAAACQBACdASoYABAAPu1iqU2ppaOiMAgBMB2JQBOmUGQ6iTcV3n4ZVyYaTPxG6DgA3jLOjtH7rqriU2Gl+FU5O65gAieo5UMjER6fM+S7ATSRzUj5FaL1OOlKfn9HnIHsJW5IFd0umAA=',
  },
  'camp-milky-way': {
    title: 'Camp under the Milky Way',
    alt: 'Safari tents glow beside a campfire under the Milky Way while a small moon rises',
    place: 'Maasai Mara, Kenya',
    ...CARD,
    focus: { x: 0.78, y: 0.6 },
    preview:
      'data:image/webp;base64,UklGRngAAABXRUJQVlA4IGwAAADwAwCdASoYABAAPu1qrU8ppiQiMAgBMB2JQBOiP/wHj0BYoe9H5JXMAP7r39p9vQvkXfX2KsH6M892IeWlih4PY2lsv5A1hRRv0fT98zE8LxxFes+uRB4N+/LtHoKF5c0Ds8X0FL+DiAGsAAA=',
  },
  'dhow-by-moon': {
    title: 'A dhow by moonlight',
    alt: 'A dhow crosses the path of a great full moon on a calm night sea, palms dark at the side',
    place: 'Lamu, Kenya',
    ...CARD,
    focus: { x: 0.46, y: 0.5 },
    preview:
      'data:image/webp;base64,UklGRnIAAABXRUJQVlA4IGYAAAAQBACdASoYABAAPu1iqU2ppaQiMAgBMB2JZQCdAB6XQbCSmK0rNFbaAAD+40pZyIYRM7L3NwDq6aTMaE5j5i60cSeDgZ6wBiY3Te29H3lZjCDGXx9xRrSA0rOSZ+lkPVl11J8AAAA=',
  },
  'naivasha-fish-eagle': {
    title: 'The fish eagle of Naivasha',
    alt: 'A fish eagle drops to the still water of Lake Naivasha with raised wings, fever trees and papyrus around it',
    place: 'Lake Naivasha, Kenya',
    ...CARD,
    focus: { x: 0.56, y: 0.52 },
    preview:
      'data:image/webp;base64,UklGRnQAAABXRUJQVlA4IGgAAAAQBACdASoYABAAPu1kqU2ppaQiMAgBMB2JYwCdACHgNHuMQC42P1x0gAD+kEPqANIwAbKkW552YPl8LyAiJdJ+X1e8qpmBddAPqGKxy65TuZLV0Xq7emVhVUb41SxvcvrnxwNnhzgAAA==',
  },
  'serengeti-noon': {
    title: 'Noon, and one tree',
    alt: 'Impala and a giraffe keep to the shade of a single acacia on the Serengeti plain under white noon clouds',
    place: 'Serengeti, Tanzania',
    ...CARD,
    focus: { x: 0.4, y: 0.6 },
    preview:
      'data:image/webp;base64,UklGRoYAAABXRUJQVlA4IHoAAABwBACdASoYABAAPu1iqU2ppaQiMAgBMB2JagCdMoMYAD92bEwhyRIxsxyyCADxkiza+Q/5umX3TP7XqX2vwfwZxNsgLT5oxxYAc70Af/rPydsu4sMvk/oQixyE3KUe8LU88I2/S57g7qlXLvyeiC6WE6hhHxzX8wOYAA==',
  },
  'rift-viewpoint': {
    title: 'Where the road stops for everyone',
    alt: 'A candelabra tree on the edge of the escarpment, the blue layers of the Rift Valley and Longonot below in afternoon light',
    place: 'Great Rift Valley, Kenya',
    ...CARD,
    focus: { x: 0.9, y: 0.5 },
    preview:
      'data:image/webp;base64,UklGRnQAAABXRUJQVlA4IGgAAADwAwCdASoYABAAPu1yrU+pp6QiMAgBMB2JQBOgBD3/9HJer0sgFPYAAN4y0TH6UwpcHxicxm4EFvlAArEpnlIHFjbUDeZfM2gvcE+KbOOnD/W++pmcDkwdTKrkghf8KqZlHI4emwqQAA==',
  },
  'ngorongoro-rim': {
    title: 'On the rim at sunrise',
    alt: 'Two travelers stand on the forested rim of Ngorongoro and look down on mist and a silver lake at sunrise',
    place: 'Ngorongoro, Tanzania',
    ...CARD,
    focus: { x: 0.52, y: 0.58 },
    preview:
      'data:image/webp;base64,UklGRngAAABXRUJQVlA4IGwAAAAQBACdASoYABAAPu1iqU2ppaOiMAgBMB2JQBdmUGVsiTFnf6OoDf+KAAD7nkp3Op8HgNFyDHkrtGUVwoMzb4fVQVmuOGhx19iaq5zDl3q1S1nYHILQmwYLB+aTASkYdXw6oJN2KclHOu8CyAA=',
  },
  'hat-boots-guitar': {
    title: 'After the last song',
    alt: 'A hat, a pair of boots, a guitar and a red checked shuka left on a fence at sunset, the plain behind',
    place: 'Amboseli, Kenya',
    ...CARD,
    focus: { x: 0.85, y: 0.6 },
    preview:
      'data:image/webp;base64,UklGRoIAAABXRUJQVlA4IHYAAABwBACdASoYABAAPu1iqU2ppaOiMAgBMB2JaACdMoRwACnAyiuTbF+/xx6P4AD9UJSo0fqNjTsXMKlaM9qlamLwGKiqPF86JTIBF82femeB48JZqbTaMiZwVu/nkN5cH8M/35gj57LtyiCgvDZqw2O0/F8SaAAA',
  },
  'jacaranda-avenue': {
    title: 'October in Nairobi',
    alt: 'A mother and child walk down an avenue of flowering jacaranda in Nairobi, lilac petals on the road and the sun at its end',
    place: 'Nairobi, Kenya',
    ...CARD,
    focus: { x: 0.5, y: 0.55 },
    preview:
      'data:image/webp;base64,UklGRnQAAABXRUJQVlA4IGgAAADwAwCdASoYABAAPu1iqk2ppaQiMAgBMB2JYwCsACHZ4Bz8kzffygJ4APx/dXSnSXBf/DiYCQuzowlbewspkgPS131990GtrijNmmTeYVeZzHRivCkNTLcqMxhfZYdUExTjSHBAj3KgAA==',
  },
  'lamu-roofs': {
    title: 'The roofs of Lamu at noon',
    alt: 'White coral houses and thatched terraces of Lamu step down to a blue channel with dhows under the noon sun',
    place: 'Lamu, Kenya',
    ...CARD,
    focus: { x: 0.75, y: 0.56 },
    preview:
      'data:image/webp;base64,UklGRp4AAABXRUJQVlA4IJIAAADwAwCdASoYABAAPwFqrE6rJiQiMAgBYCAJaACdABbUQnN7QPJONlKAAPGxpNHFpsiQeGQnuJKpPJDZ3qceUisPb8cr/GccyD3kzOq9j5+oTmYU8Me1R7vKd8AUroT3ad9IAucdKEilAEul/EbtXy2vX0Rs+QHDQTaBvx7jG+iLmPXt+ptATq6lcITRIVt/+ArgAA==',
  },
  'amboseli-tent': {
    title: 'Morning on the tent deck',
    alt: 'A safari tent stands open on its wooden deck beside an acacia, the bed lit by a lamp, Kilimanjaro behind it in the early morning',
    place: 'Amboseli, Kenya',
    ...CARD,
    focus: { x: 0.57, y: 0.6 },
    preview:
      'data:image/webp;base64,UklGRoAAAABXRUJQVlA4IHQAAACQBACdASoYABAAPu1iqU2ppaOiMAgBMB2JZgCdMoR4PoADqvoEPGXuPOegIAAA+pPgCthyJxZuX5+TLXAJ1BruyZRlOUVcw6cWA/u++YZ5Z5TmMh/6ZBvHOFRo2+mbPb9cOWsG5uPaGGzQbSZh/QLqfrwAAA==',
  },
  'naivasha-cottage': {
    title: 'A lamp across the lawn',
    alt: 'Two people with a lamp cross the lawn to a lit cottage under yellow fever trees at dusk, a hippo grazes far off beside Lake Naivasha',
    place: 'Lake Naivasha, Kenya',
    ...CARD,
    focus: { x: 0.6, y: 0.6 },
    preview:
      'data:image/webp;base64,UklGRoIAAABXRUJQVlA4IHYAAAAwBACdASoYABAAPu1iqU2ppaOiMAgBMB2JYwCdIHACt48Lwr2bv7Y/RpAA/ncYo9++rj8fej5j9YPZ1PZv+OUwp2/zFWYzDnlYAG4bUqaASroIcgQcZHYlyBPnxdmXVHYS4TI9mrOdE+PhMIwQjrmYaPqi7EAA',
  },
  'nakuru-terrace': {
    title: 'The terrace above the flamingos',
    alt: 'A guest looks down from the terrace of a stone lodge with balconies on Lake Nakuru and a pink line of flamingos in late light',
    place: 'Lake Nakuru, Kenya',
    ...CARD,
    focus: { x: 0.33, y: 0.5 },
    preview:
      'data:image/webp;base64,UklGRooAAABXRUJQVlA4IH4AAABwBACdASoYABAAPu1iqU2ppaOiMAgBMB2JYgCdMoMlt8AAW0GHoZx5kRfLgADN3H0ag1tlapBX5vXvB19YeTZ1DmRIq/xcw0Zbf2iY9dAmz65w203N4UilwAlOX04zq4F2MTaB8kOjW0frjAWXloUzA+7JE7Xmaj8x1YyOCAA=',
  },
  'karen-fig-supper': {
    title: 'Supper under the old fig',
    alt: 'A long table is laid under the lamps of a great fig tree at nightfall, behind it a long house in Karen with a lit porch at every room',
    place: 'Karen, Nairobi',
    ...CARD,
    focus: { x: 0.64, y: 0.6 },
    preview:
      'data:image/webp;base64,UklGRoIAAABXRUJQVlA4IHYAAABwBACdASoYABAAPu1kqU2ppaOiMAgBMB2JYgCdMoMrZEnvSvW5KCa76PqU4AD+dpBBC7E+DaMX+NbtROMwZRLbzz6KzmMIor0AbshHN68aGeAb/ELSeZuafI2abR4e7MFOJ4MLLUMDUVm8Yw5xVoDoat+Rj9AA',
  },
  'diani-house': {
    title: 'Eighty steps from the water',
    alt: 'A white house with a makuti roof among palms, footprints run from its steps over the sand to the turquoise sea by day',
    place: 'Diani, Kenya',
    ...CARD,
    focus: { x: 0.74, y: 0.5 },
    preview:
      'data:image/webp;base64,UklGRpoAAABXRUJQVlA4II4AAAAQBACdASoYABAAPu1iqU2ppaQiMAgBMB2JbACdMoAChX1vvPmluC+bKADKq4rrc2bXGkG7LSAHP9bhS+wBVCbmbBZ33LQb4qaJmpcC5zCmwh54agt1aAf0OR36SSklk8LN8pM5rq7uKL0+Y9yJjP0K/ir4dFrsqIZpnzNbOboZWwHLO8uObyaokkEEMAAA',
  },
  'guide-first-light': {
    title: 'First light on the Ngong Hills',
    alt: 'A guide with a gray beard, in a felt hat and a red checked shuka, looks out at first light below the Ngong Hills',
    place: 'Ngong Hills, Kenya',
    ...{ width: 1200, height: 1500, widths: [400, 600, 900, 1200] },
    focus: { x: 0.5, y: 0.4 },
    preview:
      'data:image/webp;base64,UklGRqAAAABXRUJQVlA4IJQAAAAwBQCdASoYAB4APxF4r1GsJ6Qit/qoAYAiCUAWnQK6gXwvLumTQd0NfIKcFH7tJMi0AADnmp2QvQs2W/LjeCFXVNhIbpAZfRe4wIDj20qNSXX+C4dF5fn6akpAo1dB4ojqZRxhXn4nRpKRJa2CwlujIEHz54jnrSYTslaSuRiknEQoNu9PxzcRkiDWwrOZmZITW+IA',
  },
}

export type PictureSlug = keyof typeof PICTURES
