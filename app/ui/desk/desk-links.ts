/** The entries of the staff area's menu: the seven of the specification, and how the site is doing. */
export const DESK_LINKS = [
  { to: '/admin/dashboard', label: 'Dashboard' },
  { to: '/admin/contacts', label: 'Contacts' },
  { to: '/admin/bookings', label: 'Bookings' },
  { to: '/admin/installments', label: 'Installments' },
  { to: '/admin/users', label: 'Users' },
  { to: '/admin/settings', label: 'Settings' },
  { to: '/admin/analytics', label: 'Analytics' },
  { to: '/admin/health', label: 'Site health' },
] as const
