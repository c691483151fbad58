import { Image } from '@fw/runtime'
import type { Picture } from '../pictures.ts'

/** A picture as wide as the text. It is at the top of its page, so it is loaded at once. */
export function FramedPicture(props: { picture: Picture }) {
  return (
    <figure class="picture">
      <Image src={props.picture.image} alt={props.picture.alt} sizes="(min-width: 44.5rem) 42rem, 100vw" priority />
      <figcaption>{props.picture.caption}</figcaption>
    </figure>
  )
}
