import type { ShouldRevalidateFunction } from '@remix-run/react'
import type { ReactNode } from 'react'
import { ButtonLink } from '#app/ui/button'
import { PageHeading } from '#app/ui/panel'

/**
 * The `shouldRevalidate` of such a page: beside a refusal it shows what holds now, such as other amounts. By
 * itself Remix loads nothing again after one.
 */
export const lookAgain: ShouldRevalidateFunction = () => true

type Props = { token: string; title: string; lead?: string; children: ReactNode; after?: ReactNode }

/** A page behind a booking's link about one thing of it, and the way back. */
export const LinkPage = ({ token, title, lead, children, after }: Props) => (
  <div className="wrap-text pb-20">
    <PageHeading title={title} lead={lead} />
    {children}
    <p className="mt-8 print:hidden">
      <ButtonLink to={`/booking/${token}`} tone="outline">
        Back to your booking
      </ButtonLink>
    </p>
    {after}
  </div>
)
