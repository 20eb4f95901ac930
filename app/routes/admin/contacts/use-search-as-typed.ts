import { useLocation, useNavigate, useNavigationType } from '@remix-run/react'
import { type FormEvent, useEffect, useId, useRef } from 'react'

const AFTER = 250

/**
 * Searches a quarter of a second after the last letter; the page's address is replaced, not added to the history, and
 * focus stays where it is. `term` is what the list shows now: after the browser's Back or a link the field follows,
 * never after a search of our own, for one may have typed on meanwhile.
 */
export function useSearchAsTyped(term: string) {
  const navigate = useNavigate()
  const fieldId = useId()
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const isOurs = useNavigationType() === 'REPLACE'
  const { key } = useLocation()
  const shown = useRef(key)

  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    const field = document.getElementById(fieldId)
    if (key !== shown.current && !isOurs && field instanceof HTMLInputElement) field.value = term
    shown.current = key
  }, [key, isOurs, term, fieldId])

  const search = (form: HTMLFormElement) => {
    clearTimeout(timer.current)
    const filled = [...new FormData(form)].filter((field): field is [string, string] => !!field[1])
    const query = new URLSearchParams(filled)
    navigate(`/admin/contacts?${query}`, { replace: true, preventScrollReset: true })
  }

  return {
    form: {
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        search(event.currentTarget)
      },
    },
    field: {
      id: fieldId,
      onInput: ({ currentTarget: { form } }: FormEvent<HTMLInputElement>) => {
        clearTimeout(timer.current)
        if (form) timer.current = setTimeout(search, AFTER, form)
      },
    },
  }
}
