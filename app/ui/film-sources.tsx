import type { FilmFiles } from './film-files'

export const FilmSources = ({ slug, poster }: Pick<FilmFiles, 'slug' | 'poster'>) => (
  <>
    {!poster && <source src={`/films/${slug}.webm`} type="video/webm" />}
    <source src={`/films/${slug}.mp4`} type="video/mp4" />
  </>
)
