import { type MouseEvent, useState } from 'react'
import type { GalleryPicture } from '#app/content/gallery/gallery.server'
import { hang } from './gallery-hanging'
import { GalleryTile } from './gallery-tile'
import { GalleryViewer } from './gallery-viewer'

/** The pictures on the wall; with scripts a click opens the viewer, without them the picture's own page. */
export function GalleryWall({ pictures }: { pictures: GalleryPicture[] }) {
  const [failed, setFailed] = useState<readonly string[]>([])
  const [opened, setOpened] = useState<string | null>(null)
  const shown = pictures.filter(({ slug }) => !failed.includes(slug))
  const spots = hang(shown.length)
  const leaveOut = (slug: string) => setFailed((before) => [...before, slug])

  const open = (slug: string) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setOpened(slug)
  }
  return (
    <>
      <ul className="gallery-wall">
        {shown.map((picture, index) => (
          <GalleryTile
            key={picture.slug}
            picture={picture}
            spot={spots[index]}
            first={index === 0}
            onOpen={open(picture.slug)}
            onFail={() => leaveOut(picture.slug)}
          />
        ))}
      </ul>
      {opened && (
        <GalleryViewer pictures={shown} opened={opened} onClose={() => setOpened(null)} onFail={leaveOut} />
      )}
    </>
  )
}
