import type { ContactFigures } from '#app/people/contact-figures.server'
import { subscribersInWords } from '#app/people/subscriber-words'
import { StatCard, StatCards } from '#app/ui/desk/stat-card'

/** The stat cards (rules 6.10); growth compares today and the six days before with the seven days before those. */
export const ContactFigureCards = ({ figures }: { figures: ContactFigures }) => (
  <StatCards>
    <StatCard label="Total Contacts" value={figures.totalContacts} />
    <StatCard label="Subscribers" value={figures.subscribers} note={subscribersInWords(figures)} />
    <StatCard label="Customers" value={figures.customers} note="With a paid booking" />
    <StatCard
      label="Week over week"
      value={`${figures.growth > 0 ? '+' : ''}${figures.growth.toFixed(1)}%`}
      note={`${figures.thisWeek.toLocaleString('en-US')} new in 7 days, ${figures.lastWeek.toLocaleString('en-US')} in the 7 before`}
    />
  </StatCards>
)
