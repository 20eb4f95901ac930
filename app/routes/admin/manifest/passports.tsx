import { Badge } from '#app/ui/badge'
import { deskButton } from '#app/ui/desk/desk-button'
import { DeskTable } from '#app/ui/desk/desk-table'
import type { ShownPassport } from './shown-manifest.server'

const COLUMNS = [
  'Traveler',
  'Name in the passport',
  'Nationality',
  'Date of birth',
  'Passport number',
  'Valid until',
] as const

/** What gates and hotels ask for, apart: on paper it begins a page of its own, which need not be with the list. */
export const Passports = ({ passports, file }: { passports: ShownPassport[]; file: string }) => (
  <section aria-labelledby="passports" className="manifest-passports mt-8">
    <h2 id="passports" className="mb-3 font-semibold text-control">
      Passports
    </h2>
    <DeskTable caption="Passports, by room" columns={COLUMNS} stacks>
      {passports.map((passport) => (
        <tr key={passport.id}>
          <th scope="row" data-label="Traveler" dir="auto">
            {passport.name}
          </th>
          <td data-label="Passport name" dir="auto">
            {passport.passportName ?? MISSING}
          </td>
          <td data-label="Nationality" dir="auto">
            {passport.nationality ?? MISSING}
          </td>
          <td data-label="Born">{passport.bornOn ?? MISSING}</td>
          <td data-label="Number" className="wrap-anywhere">
            {passport.number ?? MISSING}
          </td>
          <td data-label="Valid until">
            <div>
              {passport.endsOn ?? MISSING}
              {passport.endsTooSoon && (
                <span className="manifest-mark block">
                  <Badge tone="failed">{passport.endsTooSoon}</Badge>
                </span>
              )}
            </div>
          </td>
        </tr>
      ))}
    </DeskTable>
    <div className="desk-no-print mt-4 flex flex-wrap items-center gap-x-5 gap-y-3">
      <a href={file} className={deskButton('danger')} download>
        CSV with passport numbers and medical notes
      </a>
      <p className="max-w-prose text-desk-soft text-sm">
        Whoever gets this file can read all of it. Keep it where you would keep the passports, send it by no
        mail, and delete it after the journey. The audit log keeps who took it.
      </p>
    </div>
  </section>
)

const MISSING = 'Missing'
