import { type DayKind, KIND_NAMES } from '#app/tour/day-kinds'
import { KindSign } from './kind-sign'

export const KindLegend = () => (
  <ul aria-label="What the signs mean" className="flex flex-wrap gap-x-6 gap-y-2 text-sm font-medium">
    {(Object.keys(KIND_NAMES) as DayKind[]).map((kind) => (
      <li key={kind} className="flex items-center gap-2.5">
        <KindSign kind={kind} />
        {KIND_NAMES[kind]}
      </li>
    ))}
  </ul>
)
