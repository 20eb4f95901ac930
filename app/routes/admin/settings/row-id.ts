/** The row that an address names, or 'new'; throws 404 for anything else. */
export function rowId(id: string | undefined): number | 'new' {
  if (id === 'new') return 'new'
  if (id && /^\d{1,15}$/.test(id)) return Number(id)
  throw new Response(null, { status: 404 })
}
