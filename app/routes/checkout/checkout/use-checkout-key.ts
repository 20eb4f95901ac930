import { useEffect, useState } from 'react'

const BYTES = 16

/** The key of one opened checkout page: the one given with it, or its own, made as soon as scripts run. */
export function useCheckoutKey(given: string | null): string | null {
  const [own, setOwn] = useState<string | null>(null)
  useEffect(() => setOwn(newKey()), [])
  return given ?? own
}

/** Not `randomUUID`, which browsers have on https only. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
