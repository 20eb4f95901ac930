/** How many of the most common passwords are refused. */
export const COMMON_PASSWORDS = 10_000

/** Each is known by the beginning of its SHA-256: enough to tell them apart, and the list is none to read. */
export const DIGEST_BYTES = 5
