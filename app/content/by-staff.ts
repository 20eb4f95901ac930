/** Who acts, for the audit log. */
export type Actor = { id: number; username: string }
