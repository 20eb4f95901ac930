/** How the company is reached; what it has not said yet is empty. */
export type Contact = { contactEmail: string; contactPhone: string }

/**
 * 'write to hello@example.com or call +1 512 555 0100', as the end of a sentence and without its full stop;
 * `first` begins the list. Empty where there is nothing to say.
 */
export function waysToReach({ contactEmail, contactPhone }: Contact, first = ''): string {
  const ways = [first, contactEmail && `write to ${contactEmail}`, contactPhone && `call ${contactPhone}`]
  return ways
    .filter(Boolean)
    .join(', ')
    .replace(/, (?=(?:write to|call) [^,]*$)/, ' or ')
}
