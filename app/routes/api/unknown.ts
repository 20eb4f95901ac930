import { refuse } from '#app/server/contract/json-call.server'

/** Any other address under /api. */
export const loader = () => refuse(404, 'Not found')
export const action = () => refuse(404, 'Not found')
