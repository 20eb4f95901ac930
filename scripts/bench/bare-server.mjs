// The least that Node can do with a page: sends the file named, packed already, to whoever asks.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [file = '', port = '0'] = process.argv.slice(2)
const body = readFileSync(file)

createServer((_, response) => {
  response.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Encoding': 'br',
    'Content-Length': body.length,
  })
  response.end(body)
}).listen(Number(port), '127.0.0.1')
