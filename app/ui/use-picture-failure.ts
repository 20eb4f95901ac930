import { useCallback, useEffect, useRef, useState } from 'react'

/** Notices a picture that does not come, also where that happened before scripts ran. */
export function usePictureFailure(onFail?: () => void) {
  const [failed, setFailed] = useState(false)
  const image = useRef<HTMLImageElement>(null)
  const tell = useRef(onFail)
  tell.current = onFail
  const fail = useCallback(() => {
    setFailed(true)
    tell.current?.()
  }, [])
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) fail()
  }, [fail])
  return { failed, image, fail }
}
