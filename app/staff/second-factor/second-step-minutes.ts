/** For how long a right password lets somebody type a code. */
export const SECOND_STEP_MINUTES = 10
