// Sends what is due, each time its parent asks, over the database file that both know; may be killed at any
// moment.
import { sendDueMail } from '#app/mail/send-mail.server'
import { NOON } from '#tests/fixtures/orders'

process.on('message', () => {
  void sendDueMail(() => NOON).then((counts) => process.send?.(counts))
})
process.send?.({ ready: true })
