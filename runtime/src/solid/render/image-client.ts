/** `<Image>` in the browser: inside of islands. */
import type { JSX } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import { type ElementMaker, type ImageProps, renderImage } from './image.ts'

export function Image(props: ImageProps): JSX.Element {
  return renderImage(props, Dynamic as ElementMaker) // of the tag's name, whatever its attributes
}
