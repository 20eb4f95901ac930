const MEGABYTES = 12

/** How large a list of subscribers may be that is sent with its form; in words, and in bytes. */
export const LIST_AT_MOST = `${MEGABYTES} MB`
export const LIST_BYTES_AT_MOST = MEGABYTES * 1_000_000
