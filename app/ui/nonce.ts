import { createContext, useContext } from 'react'

/** The Content-Security-Policy nonce of this answer; only the server knows it, the browser hides it. */
export const NonceContext = createContext<string | undefined>(undefined)

export const useNonce = () => useContext(NonceContext)
