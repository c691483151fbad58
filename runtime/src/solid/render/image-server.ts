/** `<Image>` on the server: static HTML in a page, hydratable HTML inside an island. */
import type { JSX } from 'solid-js'
import { Dynamic } from './compiled-ssr.ts'
import { type ElementMaker, type ImageProps, renderImage } from './image.ts'

/** Renders an image with its dimensions. Browsers load it lazily, in a supported format and a suitable width. */
export function Image(props: ImageProps): JSX.Element {
  return renderImage(props, Dynamic as ElementMaker) // compiled JSX has this form on the server
}
