/** Where a command is typed: what it says, and whether somebody is there who can be asked. */
export type Terminal = { say: (words: string) => void; ask: ((question: string) => Promise<boolean>) | null }
