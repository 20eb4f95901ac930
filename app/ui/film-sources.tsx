export const FilmSources = ({ slug }: { slug: string }) => (
  <>
    <source src={`/films/${slug}.webm`} type="video/webm" />
    <source src={`/films/${slug}.mp4`} type="video/mp4" />
  </>
)
