import { z } from 'zod'

/** The address of one of the site's pictures, painted or uploaded. */
export const pictureAddress = () =>
  z
    .string({ error: 'Please choose a picture' })
    .regex(/^\/(pictures|photos)\/[a-z0-9-]+$/, { error: 'Please choose a picture' })
