import type { DayKind } from '#app/tours/itinerary'

const SIGNS: Record<DayKind, string> = {
  concert: 'kind-sign kind-sign-concert',
  safari: 'kind-sign kind-sign-safari',
  beach: 'kind-sign kind-sign-beach',
}

/** The disc of the legend; the words beside it, or hidden near it, say what it means. */
export const KindSign = ({ kind }: { kind: DayKind }) => <span className={SIGNS[kind]} />
