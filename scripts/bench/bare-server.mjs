// The least that Node can do with a page: sends the one it was given, packed already, to anyone who asks.
import { createServer } from 'node:http'

const body = Buffer.from(process.env.PACKED_PAGE ?? '', 'base64')
const type = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Encoding': 'br' }

createServer((_, response) => {
  response.writeHead(200, { ...type, 'Content-Length': body.length })
  response.end(body)
}).listen(Number(process.env.PORT), '127.0.0.1')
