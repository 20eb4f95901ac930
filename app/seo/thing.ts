type Value = string | number | boolean | Thing | Value[]

/** A schema.org object, as a page tells search engines what it is about. */
export type Thing = { '@type'?: string; '@id'?: string; [property: string]: Value | undefined }
