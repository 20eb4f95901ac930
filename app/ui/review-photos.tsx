type Photo = { to: string; width: number; height: number }

/** The photographs of a review, small, each leading to the whole one. Nothing where there are none. */
export const ReviewPhotos = ({ photos, className = '' }: { photos: Photo[]; className?: string }) =>
  photos.length > 0 && (
    <ul className={`flex flex-wrap gap-3 ${className}`}>
      {photos.map(({ to, width, height }, index) => (
        <li key={to}>
          <a href={to} className="block">
            <img
              src={to}
              alt={`Photograph ${index + 1} of ${photos.length}`}
              width={width}
              height={height}
              loading="lazy"
              className="h-32 w-auto max-w-full rounded-field object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  )
