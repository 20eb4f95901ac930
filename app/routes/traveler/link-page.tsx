import type { ShouldRevalidateFunction } from '@remix-run/react'
import type { ReactNode } from 'react'
import { ButtonLink } from '#app/ui/button'
import { NarrowPage } from '#app/ui/panel'

/** For a page that shows what holds now beside a refusal; Remix reloads nothing after one by itself. */
export const revalidateAlways: ShouldRevalidateFunction = () => true

type Props = { token: string; title: string; lead?: string; children: ReactNode; after?: ReactNode }

/** A page behind a booking's link about one thing of it, and the way back. */
export const LinkPage = ({ token, title, lead, children, after }: Props) => (
  <NarrowPage title={title} lead={lead}>
    {children}
    <p className="mt-8 print:hidden">
      <ButtonLink to={`/booking/${token}`} tone="outline">
        Back to your booking
      </ButtonLink>
    </p>
    {after}
  </NarrowPage>
)
