/** The number of what travelers who joined a paid booking bring first, before the installments of its plan. */
export const JOINERS_DEPOSIT = 0

/** How an installment is called where there are so many of them: on every page, in every letter and in the calendar. */
export function installmentName(number: number, count: number): string {
  if (number === JOINERS_DEPOSIT) return 'Deposit of the added traveler'
  if (count === 1) return 'Installment'
  return number === 1 ? 'First installment' : 'Final installment'
}
