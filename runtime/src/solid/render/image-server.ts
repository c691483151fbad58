/** `<Image>` on the server: static HTML on a page, and what hydrates inside of an island. */
import type { JSX } from 'solid-js'
import { Dynamic } from './compiled-ssr.ts'
import { type ElementMaker, type ImageProps, renderImage } from './image.ts'

/** An image with its dimensions, which loads when it is needed, in the format and the width that suit the browser. */
export function Image(props: ImageProps): JSX.Element {
  return renderImage(props, Dynamic as ElementMaker) // what compiled JSX is on the server
}
