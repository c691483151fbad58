/** The value of `import photo from './photo.jpg?image'`. */

export interface ImageFile {
  /** URL of the original image. */
  readonly src: string
  /** Displayed width in pixels. */
  readonly width: number
  /** Displayed height in pixels. */
  readonly height: number
  /**
   * The same image in modern formats and several widths, in order of preference. Absent in development, and without
   * `sharp`.
   */
  readonly sources?: readonly { readonly type: string; readonly srcset: string }[]
}
