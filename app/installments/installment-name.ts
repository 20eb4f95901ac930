/** How an installment is called where there are so many of them: on every page, in every letter and in the calendar. */
export function installmentName(number: number, count: number): string {
  if (count === 1) return 'Installment'
  return number === 1 ? 'First installment' : 'Final installment'
}
