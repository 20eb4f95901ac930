import { useFetcher, useLocation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { comparableCode } from '#app/bookings/discount-code'
import type { Day } from '#app/platform/days'
import type { ServerPrices } from './checkout-page.server'

export type CodeAtCheckout = ReturnType<typeof useCode>

/**
 * A discount code and the prices with it: as the page had them, or as the server answered since. With scripts
 * a button asks for them; a code in the address, or one that the browser put back, is asked for at once.
 */
export function useCode(page: ServerPrices, answer: ServerPrices | undefined, departure: Day) {
  const asking = useFetcher<ServerPrices>()
  const { search } = useLocation()
  const said = asking.data?.plans ? asking.data : (answer ?? page)
  const [typed, setTyped] = useState(said.code.typed)
  const [isRunning, setIsRunning] = useState(false)
  const [isOpen, setIsOpen] = useState(typed !== '')
  const applied = said.plans[0]?.discount ?? null

  function apply(code: string = typed) {
    asking.submit(
      { code, departure, reprice: 'yes' },
      { method: 'post', action: `/checkout${search}`, preventScrollReset: true },
    )
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when scripts begin to run
  useEffect(() => {
    setIsRunning(true)
    const wanted = comparableCode(new URLSearchParams(search).get('code') || typed)
    if (wanted === (applied?.code ?? '') || said.code.refused) return
    setTyped(wanted)
    setIsOpen(true)
    apply(wanted)
  }, [])

  return {
    plans: said.plans,
    applied,
    typed,
    setTyped,
    isOpen,
    setIsOpen,
    isRunning,
    isAsking: asking.state !== 'idle',
    /** Answered since the page was made. */
    answered: asking.data,
    /** Of the code that stands in the field. */
    refused: comparableCode(typed) === comparableCode(said.code.typed) ? said.code.refused : null,
    /** The price on the page is not that of what stands in the field. */
    isStale: comparableCode(typed) !== (applied?.code ?? ''),
    apply,
  }
}
