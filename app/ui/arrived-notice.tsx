import { type ComponentProps, useEffect, useRef } from 'react'
import { Notice } from './notice'

/** A notice that takes focus as it arrives: the button that was pressed is gone, or far from it on the page. */
export function ArrivedNotice(props: Omit<ComponentProps<typeof Notice>, 'ref' | 'tabIndex'>) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return <Notice ref={place} tabIndex={-1} {...props} />
}
