import { type ComponentType, useEffect, useState } from 'react'
import { buttonLook } from '#app/ui/button-look'
import { PlayIcon } from '#app/ui/icons'
import { ScrollLink } from '#app/ui/scroll-link'
import type { StoryFilm } from './story-dialog'

type Dialog = ComponentType<{ film: StoryFilm; onClose: () => void }>

const LOOK = buttonLook('ghost')

/** Opens the story film. Until scripts run, and where they never do, it leads to the story in words. */
export function WatchOurStory({ film }: { film: StoryFilm }) {
  const [scripts, setScripts] = useState(false)
  const [StoryDialog, setStoryDialog] = useState<Dialog | null>(null)
  useEffect(() => setScripts(true), [])
  const open = () =>
    import('./story-dialog').then(
      (part) => setStoryDialog(() => part.StoryDialog),
      () => document.getElementById('about')?.scrollIntoView(),
    )
  const label = (
    <>
      <PlayIcon className="size-4" />
      Watch Our Story
    </>
  )
  if (!scripts) {
    return (
      <ScrollLink to="#about" className={LOOK}>
        {label}
      </ScrollLink>
    )
  }
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={open} className={LOOK}>
        {label}
      </button>
      {StoryDialog && <StoryDialog film={film} onClose={() => setStoryDialog(null)} />}
    </>
  )
}
