import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Listens, where it does not already, and gives the port, chosen by the system for port 0. Throws a plain sentence where
 * that fails.
 */
export async function listen(server: Server, port: number, host?: string): Promise<number> {
  if (!server.listening) {
    server.listen(port, host)
    try {
      await once(server, 'listening')
    } catch (error) {
      throw new Error(reason(error as NodeJS.ErrnoException, port, host))
    }
  }
  return (server.address() as AddressInfo).port
}

function reason({ code, message }: NodeJS.ErrnoException, port: number, host = 'this machine'): string {
  if (code === 'EADDRINUSE') return `port ${port} is taken by another program. Set PORT to a free one.`
  if (code === 'EACCES') return `port ${port} may not be used by this account. Set PORT to one above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST ${host} is not an address of this machine.`
  return message
}
