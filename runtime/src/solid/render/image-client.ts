/** `<Image>` in the browser, inside islands. */
import type { JSX } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import { type ElementMaker, type ImageProps, renderImage } from './image.ts'

export function Image(props: ImageProps): JSX.Element {
  return renderImage(props, Dynamic as ElementMaker) // accepts any tag name and attributes
}
