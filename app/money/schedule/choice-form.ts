import { z } from 'zod'

const ASK = 'Please choose one'
/** A line of some 200 characters for each departure that there could be. */
const SHOWN_AT_MOST = 10_000

/** What a lead traveler posts after their departure was canceled or put off, with what the page showed. */
export const ChoiceForm = z.object({
  choice: z
    .string({ error: ASK })
    .regex(/^(refund|stays|move-\d{1,9})$/, { error: ASK })
    .transform((choice) =>
      choice === 'refund' || choice === 'stays'
        ? { does: choice as 'refund' | 'stays' }
        : { does: 'move' as const, departureId: Number(choice.slice('move-'.length)) },
    ),
  quoted: z.string().max(SHOWN_AT_MOST).default(''),
})
