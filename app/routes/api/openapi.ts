import type { LoaderFunctionArgs } from '@remix-run/node'
import { apiDocument } from '#app/server/contract/document.server'
import { theDocument } from '#app/server/contract/guest-calls'
import { onlyDeclared } from '#app/server/contract/json-call.server'

export const loader = ({ request }: LoaderFunctionArgs) =>
  onlyDeclared(request, theDocument) ?? Response.json(apiDocument())

export const action = (call: LoaderFunctionArgs) => loader(call)
