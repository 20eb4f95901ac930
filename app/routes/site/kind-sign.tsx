import type { DayKind } from '#app/tour/itinerary'

const SIGNS: Record<DayKind, { disc: string; path: string }> = {
  concert: {
    disc: 'bg-ember',
    path: 'M9.2 16.6V6.4l8-1.8v9.9M9.2 16.6a2.3 2.3 0 1 1-4.6 0a2.3 2.3 0 0 1 4.6 0M17.2 14.5a2.3 2.3 0 1 1-4.6 0a2.3 2.3 0 0 1 4.6 0',
  },
  safari: {
    disc: 'bg-acacia',
    path: 'M3.5 10.4c1.8-3.3 5-4.6 8.5-4.6s6.7 1.3 8.5 4.6c-2.8-.7-14.2-.7-17 0M12 19.4v-5.6M12 13.8L8 10.1M12 13.8l4-3.7',
  },
  beach: {
    disc: 'bg-lagoon',
    path: 'M3.4 10.2q2.2-2.4 4.3 0t4.3 0 4.3 0 4.3 0M3.4 14.8q2.2-2.4 4.3 0t4.3 0 4.3 0 4.3 0',
  },
}

/** The disc of the legend; the words beside it, or hidden near it, say what it means. */
export const KindSign = ({ kind }: { kind: DayKind }) => (
  <span className={`grid size-8 flex-none place-items-center rounded-full text-paper ${SIGNS[kind].disc}`}>
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="size-5"
    >
      <path d={SIGNS[kind].path} />
    </svg>
  </span>
)
