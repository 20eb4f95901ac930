/**
 * Words for whatever was thrown, for a line of the log or a row; never empty. What SQLite said comes without the query
 * that Drizzle puts before it. An error that crossed a thread or a process may have lost its message.
 */
export function reasonOf(thrown: unknown): string {
  const { message, name, code, cause } = (thrown ?? {}) as {
    message?: unknown
    name?: unknown
    code?: unknown
    cause?: unknown
  }
  if (/^SQLITE_/.test(String((cause as { code?: unknown } | undefined)?.code))) return reasonOf(cause)
  const said = typeof thrown === 'string' ? thrown : message
  const words = [said, code, name].find((one) => typeof one === 'string' && one.trim() !== '')
  return words === undefined ? `Something was thrown that says nothing: ${String(thrown)}` : String(words)
}
