import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { COMMON_PASSWORDS, DIGEST_BYTES, PASSWORD_AT_LEAST } from '#app/staff/user-forms'

// Writes app/staff/common-passwords.bin, from a list of passwords as JSON, the most common first: `npm pack
// @zxcvbn-ts/language-common`, then `npx tsx scripts/common-passwords.ts package/src/passwords.json`.

const [file = ''] = process.argv.slice(2)

const passwords = (JSON.parse(readFileSync(file, 'utf8')) as string[])
  .map((password) => password.normalize('NFC').toLowerCase())
  .filter((password) => password.length >= PASSWORD_AT_LEAST)
const digests = [...new Set(passwords)]
  .slice(0, COMMON_PASSWORDS)
  .map((password) => createHash('sha256').update(password).digest().subarray(0, DIGEST_BYTES))
  .sort(Buffer.compare)
writeFileSync('app/staff/common-passwords.bin', Buffer.concat(digests))
