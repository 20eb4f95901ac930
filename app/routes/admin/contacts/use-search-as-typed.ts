import { useNavigate } from '@remix-run/react'
import { type FormEvent, useEffect, useId, useRef } from 'react'
import { asTerm } from '#app/people/contact-filters'

const AFTER = 250

/**
 * Searches a quarter of a second after the last letter; the page's address is replaced, not added to the history, and
 * focus stays where it is. `term` is what the list shows now: where it changed otherwise, by the browser's Back or a
 * link, the field follows.
 */
export function useSearchAsTyped(term: string) {
  const navigate = useNavigate()
  const fieldId = useId()
  const asked = useRef(term)
  const timer = useRef<ReturnType<typeof setTimeout>>()

  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    const field = document.getElementById(fieldId)
    if (term !== asked.current && field instanceof HTMLInputElement) field.value = term
    asked.current = term
  }, [term, fieldId])

  const search = (form: HTMLFormElement) => {
    clearTimeout(timer.current)
    const filled = [...new FormData(form)].filter((field): field is [string, string] => !!field[1])
    const query = new URLSearchParams(filled)
    asked.current = asTerm(query.get('q') ?? '')
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
