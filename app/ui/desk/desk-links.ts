/** The seven entries of the staff area's menu (rules 11.2). */
export const DESK_LINKS = [
  { to: '/admin/dashboard', label: 'Dashboard' },
  { to: '/admin/contacts', label: 'Contacts' },
  { to: '/admin/bookings', label: 'Bookings' },
  { to: '/admin/installments', label: 'Installments' },
  { to: '/admin/users', label: 'Users' },
  { to: '/admin/settings', label: 'Settings' },
  { to: '/admin/analytics', label: 'Analytics' },
] as const
