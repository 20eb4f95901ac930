import { createHash, randomBytes } from 'node:crypto'

/** 256 bits that nobody guesses, as letters of an address. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is kept of a token: who reads the database has no token by it. */
export const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url')
