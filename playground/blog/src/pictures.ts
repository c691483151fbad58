/** The pictures of the site. Pages show one with a field of their frontmatter, such as `picture: pier`. */
import type { ImageFile } from '@fw/runtime'
import harbour from './pictures/harbour.jpg?image'
import pier from './pictures/pier.jpg?image'

export interface Picture {
  readonly image: ImageFile
  /** For those who do not see it. */
  readonly alt: string
  readonly caption: string
}

export const PICTURES = {
  harbour: {
    image: harbour,
    alt: 'A small harbour at sunset: four boats, a crane on the quay, and a hut with lit windows.',
    caption: 'Four of the nine berths, and the crane.',
  },
  pier: {
    image: pier,
    alt: 'A wooden pier on posts. At its end stands a white hut, and below it a pipe with marks reaches into the water.',
    caption: 'The hut with the drum, and the pipe with the float.',
  },
} satisfies Readonly<Record<string, Picture>>

export function findPicture(name: string): Picture | undefined {
  return new Map<string, Picture>(Object.entries(PICTURES)).get(name)
}
