type Props = { code: { size: number; path: string }; label: string; className?: string }

/** A QR code for a camera, with what it leads to for those who cannot see it. */
export const QrPicture = ({ code: { size, path }, label, className = '' }: Props) => (
  <svg
    role="img"
    aria-label={label}
    viewBox={`0 0 ${size} ${size}`}
    shapeRendering="crispEdges"
    className={`size-56 max-w-full bg-white ${className}`}
  >
    <path d={path} fill="#000" />
  </svg>
)
