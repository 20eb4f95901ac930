import type { MetaDescriptor } from '@remix-run/react'
import { pageHead } from '#app/ui/page-head'

/** The head of a page for staff: kept out of search engines, it has no address of its own there. */
export const deskHead = (title: string): MetaDescriptor[] =>
  pageHead({ title, description: 'For staff.', path: '/admin', noindex: true, matches: [] })
