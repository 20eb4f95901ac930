import type { ReactNode } from 'react'
import { MoveButtons, useMoving } from '#app/routes/admin/settings/editable-list'
import { NotSent, SaveBar } from '#app/ui/admin/admin-form'
import {
  type AdminButtonTone,
  AdminHeading,
  AdminPanel,
  AdminRow,
  AdminTable,
  adminButton,
  EmptyState,
  StatCard,
  StatCards,
} from '#app/ui/admin/admin-parts'
import { AttentionRow } from '#app/ui/admin/attention'
import { HistoryList } from '#app/ui/admin/history-list'
import { Exchange, LetterPreview, MailsTable } from '#app/ui/admin/letters'
import {
  ClearLink,
  DepartureFilter,
  FilterLinks,
  Pager,
  PrintButton,
  RangePicker,
} from '#app/ui/admin/list-controls'
import { PhoneFold, SayingFold } from '#app/ui/admin/phone-fold'
import { DialogActions } from '#app/ui/admin/route-dialog'
import { SiteTroubles } from '#app/ui/admin/site-troubles'
import { SavedFirst } from '#app/ui/admin/staff-form'
import { StatusTiles } from '#app/ui/admin/status-tiles'
import { TabRow } from '#app/ui/admin/tab-row'
import { ToDoRows } from '#app/ui/admin/to-do-rows'
import { Tooltip } from '#app/ui/admin/tooltip'
import { TopBar } from '#app/ui/admin/top-bar'

const HERE = '/dev/parts'
const TONES: AdminButtonTone[] = ['main', 'plain', 'danger']
const NOWHERE = { previous: null, next: null }

const LETTER = { who: 'Wanjiru Kamau', wroteAt: 'Jun 1, 2025 12:00 PM', text: 'There are four of us.' }
const MAIL = {
  ...{ subject: 'Your seat is booked', toAddress: 'wanjiru@example.com', createdAt: LETTER.wroteAt },
  ...{ sentAt: null, lastError: '550 User unknown' },
}

const NOTHING = { since: '', lateness: null, to: null, phone: null, trouble: null, mail: null, isLate: false }
const TO_DO = [
  {
    ...{ ...NOTHING, key: 'due', who: 'Wanjiru Kamau', what: 'Owes $2,000', since: 'Since Jun 1' },
    ...{ lateness: '12 days late', isLate: true, to: HERE, label: 'Open', phone: '+1 512 555 0100' },
  },
  {
    ...NOTHING,
    key: 'mail',
    who: 'Otieno',
    what: '',
    mail: 1,
    label: 'Try again',
    trouble: '550 User unknown',
  },
]

/** What staff see. */
export function AdminParts() {
  const moving = useMoving([1, 2])
  return (
    <>
      <h2 className="type-h3 mt-8 mb-4">For staff</h2>
      <Part name="Buttons of the admin area">
        <Row>
          {TONES.map((tone) => (
            <button key={tone} type="button" className={adminButton(tone)}>
              {tone}
            </button>
          ))}
          <button type="button" disabled className={adminButton('main')}>
            Not now
          </button>
          <ClearLink to={HERE}>Clear</ClearLink>
          <DepartureFilter
            departures={[
              { id: 1, dates: 'Oct 16 to Oct 27, 2025' },
              { id: 2, dates: 'Feb 12 to Feb 23, 2026' },
            ]}
            chosen={1}
          />
          <PrintButton />
          <Tooltip text="The word for a sign">
            <button type="button" aria-label="A sign" className={adminButton('plain')}>
              ?
            </button>
          </Tooltip>
          <MoveButtons id={1} name="the first row" moving={moving} />
        </Row>
      </Part>
      <Part name="Figures">
        <StatCards>
          <StatCard label="Total bookings" value={18} note="Of all departures" />
          <StatCard label="With a way on" value="$4,500" to={HERE} />
        </StatCards>
      </Part>
      <Part name="What needs attention">
        <SiteTroubles
          wrong={[
            {
              key: 'mail',
              kind: 'mail-down',
              short: 'the mail server does not answer',
              found: 'The mail server does not answer.',
              advice: 'Emails wait and leave once it does.',
            },
          ]}
          more={{ to: HERE, label: 'See Site health' }}
        />
        <ul>
          <AttentionRow to={HERE} name="Wanjiru Kamau" about="Due yesterday" side="$2,000" />
        </ul>
        <ToDoRows label="To do now" rows={TO_DO} />
        <StatusTiles
          status={{
            mail: 'active',
            payments: 'no-answer',
            nextReminders: 'tomorrow',
            nextOverdue: 'tomorrow',
          }}
        />
        <SavedFirst what="the day" differences={['Place: Nairobi']} />
      </Part>
      <Part name="Letters">
        <Exchange letters={[1, 2].map((id) => ({ ...LETTER, id }))} />
        <MailsTable rows={(['sent', 'failed'] as const).map((state, id) => ({ ...MAIL, id, state }))} />
        <LetterPreview subject="Karibu" from="Savanna Soul" html="<p>Karibu sana</p>" />
      </Part>
      <Part name="Lists">
        <FilterLinks
          links={[
            { to: HERE, label: 'All (3)', isCurrent: true },
            { to: HERE, label: 'Overdue (1)', isCurrent: false },
          ]}
        />
        <AdminTable caption="A table" columns={['Traveler', 'Owes']}>
          <AdminRow>
            <th scope="row">Wanjiru Kamau</th>
            <td>$4,000</td>
          </AdminRow>
        </AdminTable>
        <Pager cursors={{ ...NOWHERE, next: 'cursor' }} label="Pages of the table" shown={1} total={18} />
        <EmptyState title="Nobody has booked yet">A first booking stands here by itself.</EmptyState>
        <HistoryList acts={[]} cursors={NOWHERE} label="A history" empty="Nothing has happened yet" />
        <RangePicker
          from="2025-05-03"
          to="2025-06-01"
          today="2025-06-01"
          choices={[{ label: '30 days', to: HERE, isShown: true }]}
          refused="The first day lies after the last one."
        />
      </Part>
      <Part name="Above a page, and its tabs">
        <TopBar finds="people" />
        <TabRow
          label="This departure"
          tabs={[
            { to: HERE, label: 'Overview' },
            { to: `${HERE}/bookings`, label: 'Bookings' },
          ]}
        />
      </Part>
      <Part name="Folds of a long form">
        <div>
          <PhoneFold title="Contact details" says="Nairobi, Kenya" isNeeded={false}>
            Always open on a desk
          </PhoneFold>
          <SayingFold title="In a search" says="Two Homes, One Soul" isNeeded>
            Folded everywhere
          </SayingFold>
        </div>
      </Part>
      <Part name="A page and its panel">
        <div className="[&_h1]:hidden">
          <AdminHeading title="Bookings" lead="With a sentence below." />
        </div>
        <AdminPanel className="p-5">
          <SaveBar
            label="Save"
            backTo={HERE}
            errors={['Someone else saved this while you were writing.']}
            notSent={{ title: 'Failed to save' }}
            removeTo={HERE}
            removeLabel="Remove"
          />
          <NotSent />
          <DialogActions cancelTo={HERE} busy={false} label="Delete" busyLabel="Deleting..." tone="danger" />
          <DialogActions cancelTo={HERE} busy label="Delete" busyLabel="Deleting..." />
        </AdminPanel>
      </Part>
    </>
  )
}

/** One part in its states, under its name. */
export const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <section aria-label={name} className="border-line border-t py-6">
    <h3 className="mb-4 font-semibold text-sm">{name}</h3>
    <div className="grid gap-4">{children}</div>
  </section>
)

/** Beside each other, as far as there is room. */
export const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3">{children}</div>
)
