/** The beadwork edge: at most one a page, only between paper and sand. */
export const BeadBand = () => <div aria-hidden="true" className="bead-band" />
