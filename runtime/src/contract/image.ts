/** What `import photo from './photo.jpg?image'` gives. */

export interface ImageFile {
  /** URL of the picture as it is. */
  readonly src: string
  /** In pixels, as it is shown. */
  readonly width: number
  /** In pixels, as it is shown. */
  readonly height: number
  /** The same picture in modern formats and several widths, the best first. Absent in development, and without `sharp`. */
  readonly sources?: readonly { readonly type: string; readonly srcset: string }[]
}
