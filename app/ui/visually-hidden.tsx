import type { ReactNode } from 'react'

/** Read aloud, not shown. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <span className="sr-only">{children}</span>
)

export const SkipLink = () => (
  <a
    href="#main"
    className="fixed top-3 left-3 z-50 -translate-y-24 rounded-full bg-white px-5 py-3 font-semibold text-umber focus:translate-y-0 focus:shadow-float print:hidden"
  >
    Skip to the page
  </a>
)
