import { type Form, type FormValue, isForm } from './form'

/** One API call as the sandbox heard it; card numbers and security codes are blotted out. */
export interface AskedRequest {
  id: string
  method: string
  path: string
  params: Form
  key: string | null
  status: number
}

/** The last thousand calls, in the order in which they were answered. */
export function keepRequests() {
  const heard: AskedRequest[] = []
  let count = 0
  return {
    note(request: AskedRequest): void {
      count += 1
      heard.push({ ...request, params: blotted(request.params) as Form })
      if (heard.length > 1000) heard.shift()
    },
    all: () => [...heard],
    count: () => count,
  }
}

function blotted(value: FormValue): FormValue {
  if (Array.isArray(value)) return value.map(blotted)
  if (!isForm(value)) return value
  const hidden = ['number', 'cvc']
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, hidden.includes(name) ? '•••' : blotted(inner)]),
  )
}
