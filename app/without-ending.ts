/** A text without the marks at its end, in time linear to its length: `/mark+$/` would look from each mark anew. */
export function withoutEnding(text: string, mark: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === mark) end -= 1
  return text.slice(0, end)
}
