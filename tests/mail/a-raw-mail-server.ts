import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** Pauses of a server that drips: far below every time-out of a silent one. */
const DRIP_MS = 25

/**
 * A mail server as bad as they come, by the name in the address. Mail to `drips@…` is answered a letter at a
 * time and never to the end; of mail to `silent@…` it takes every word, and hangs up without an answer. The
 * rest it takes. Of encryption it knows nothing.
 */
export async function startRawMailServer() {
  /** Message-IDs in the order in which they were there whole, taken or not. */
  const whole: string[] = []
  const sockets = new Set<Socket>()
  const drips = new Set<NodeJS.Timeout>()

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    socket.write('220 here\r\n')
    let heard = ''
    let letter: string | null = null
    let isSilent = false
    socket.on('data', (data) => {
      heard += data.toString('latin1')
      for (let end = heard.indexOf('\r\n'); end !== -1; end = heard.indexOf('\r\n')) {
        const line = heard.slice(0, end)
        heard = heard.slice(end + 2)
        hear(line)
      }
    })

    function hear(line: string): void {
      if (letter === null) {
        obey(line)
        return
      }
      if (line !== '.') {
        letter += `${line}\n`
        return
      }
      whole.push(/^message-id: (.*)$/im.exec(letter)?.[1] ?? '')
      letter = null
      if (isSilent) socket.destroy()
      else socket.write('250 taken\r\n')
    }

    function obey(line: string): void {
      const isData = /^DATA/i.test(line)
      if (isData) letter = ''
      if (/^RCPT/i.test(line)) isSilent = /silent@/i.test(line)
      if (/^RCPT.*drips@/i.test(line)) drip()
      else if (/^STARTTLS/i.test(line)) socket.write('502 no such thing\r\n')
      else socket.write(isData ? '354 go on\r\n' : '250 fine\r\n')
    }

    function drip(): void {
      socket.write('250-')
      const timer = setInterval(() => socket.write('x'), DRIP_MS)
      drips.add(timer)
      socket.once('close', () => {
        clearInterval(timer)
        drips.delete(timer)
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    whole: () => [...whole],
    /** How many answers are dripping at this moment. */
    dripping: () => drips.size,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
