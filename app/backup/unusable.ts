/** Why a file cannot be restored. */
export type Fault = 'not-a-backup' | 'no-key' | 'wrong-key' | 'unsealed' | 'too-large' | 'damaged' | 'newer'

/** Thrown out of the middle of a stream; whoever reads a backup makes it an answer. */
export class Unusable extends Error {
  override name = 'Unusable'
  readonly fault: Fault

  constructor(fault: Fault) {
    super(fault)
    this.fault = fault
  }
}
