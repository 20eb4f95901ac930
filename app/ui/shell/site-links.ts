/** The menu of spec §2, in its order. */
export const SITE_LINKS = [
  { to: '/', label: 'Home' },
  { to: '/texascountrysafari', label: '2Step Safari' },
  { to: '/twende-home', label: 'Twende Home' },
  { to: '/gallery', label: 'Gallery' },
  { to: '/contact', label: 'Contact' },
] as const
