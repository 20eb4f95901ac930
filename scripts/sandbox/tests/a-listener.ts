import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { SECRET } from './a-sandbox'

/** A site that listens to webhooks and believes only what is signed. */
export async function aListener(answer: (event: Stripe.Event, heardBefore: number) => number = () => 200) {
  const heard: Stripe.Event[] = []
  const heardAt: number[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    try {
      const signature = request.headers['stripe-signature'] ?? ''
      const event = Stripe.webhooks.constructEvent(Buffer.concat(chunks), signature, SECRET)
      response.writeHead(answer(event, heard.filter((one) => one.id === event.id).length)).end()
      heard.push(event)
      heardAt.push(Date.now())
    } catch {
      response.writeHead(400).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  const webhook = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/stripe/webhook`,
    secret: SECRET,
  }
  return { webhook, heard, heardAt, types: () => heard.map((event) => event.type), close }
}
