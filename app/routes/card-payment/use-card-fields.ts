import { useCallback, useEffect, useRef, useState } from 'react'
import type { CardParts } from './card-frame'
import type { LoadedCard } from './load-card'
import type { StripeSettings } from './load-stripe-js'

export type CardFieldsState = ReturnType<typeof useCardFields>

/** Milliseconds. What is silent this long, as behind some firewalls, will not come; Stripe's own page may. */
const PATIENCE = 30_000

/**
 * Stripe's script and the card fields in its frame: `begun` once scripts run, `shown` when the card can be
 * typed, `failed` where the script or the frame cannot be had. Nothing is fetched without settings, nor
 * before it is wanted.
 */
export function useCardFields(settings: StripeSettings | null, isWanted = true) {
  const [card, setCard] = useState<LoadedCard | null>(null)
  const [begun, setBegun] = useState(false)
  const [failed, setFailed] = useState(false)
  const [isShown, setIsShown] = useState(false)
  const parts = useRef<CardParts | null>(null)
  const { publishableKey, jsUrl } = settings ?? {}

  const cardFailed = useCallback(() => setFailed(true), [])
  const cardShown = useCallback(() => setIsShown(true), [])
  const attach = useCallback((attached: CardParts) => {
    parts.current = attached
  }, [])

  useEffect(() => setBegun(publishableKey !== undefined), [publishableKey])

  useEffect(() => {
    if (!publishableKey || !isWanted) return
    import('./load-card')
      .then(({ loadCard }) => loadCard({ publishableKey, jsUrl: jsUrl ?? null }))
      .then(setCard, cardFailed)
  }, [publishableKey, jsUrl, isWanted, cardFailed])

  const isWaiting = begun && isWanted && !failed && !(card && isShown)
  useEffect(() => {
    if (!isWaiting) return
    const waiting = setTimeout(cardFailed, PATIENCE)
    return () => clearTimeout(waiting)
  }, [isWaiting, cardFailed])

  return { card, begun, failed, shown: card !== null && isShown, parts, attach, cardShown, cardFailed }
}
