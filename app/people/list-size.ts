const MEGABYTES = 12

/** How large a list of subscribers may be that is sent with its form; in words, and in bytes. */
export const LIST_AT_MOST = `${MEGABYTES} MB`
export const LIST_BYTES_AT_MOST = MEGABYTES * 1_000_000
export const LIST_TOO_LARGE = `This list is larger than ${LIST_AT_MOST}, so nothing was read. Please split it into smaller files and add them one by one.`

/** Where a list is sent to: only this address takes a body of that size. */
export const LIST_PATH = '/admin/subscribers/add'
/** The same page, which says by this parameter that the list was too large. */
export const LIST_TOO_LARGE_PARAMETER = 'too-large'
