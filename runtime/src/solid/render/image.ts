/** What `<Image>` renders: a picture whose place is known before it is there. `image-client.ts` and `image-server.ts` make elements of it. */
import { createComponent, type JSX, splitProps } from 'solid-js'
import type { ImageFile } from '#contract/page/image.ts'

type ImageAttributes = Omit<
  JSX.ImgHTMLAttributes<HTMLImageElement>,
  | 'src'
  | 'alt'
  | 'width'
  | 'height'
  | 'srcset'
  | 'srcSet'
  | 'loading'
  | 'sizes'
  | 'fetchpriority'
  | 'decoding'
  | 'children'
>

/**
 * What `<Image>` takes: the attributes of `img`, with a picture whose size is known. Widths and heights are in CSS
 * pixels.
 */
export type ImageProps = ImageAttributes & {
  /** What the picture says to who does not see it; `""` for one that says nothing. */
  alt: string
  /** How wide it is shown, as `(min-width: 60rem) 40rem, 100vw`. Default: its own width, and no wider than the window. */
  sizes?: string
  /** It is in the first view: it is loaded at once, before others. Default false: it is loaded when it comes near. */
  priority?: boolean
} & (
    | {
        /** `import photo from './photo.jpg?image'`. */
        src: ImageFile
        /** Default: the file's. With one of the two the other keeps the shape. */
        width?: number
        height?: number
      }
    | {
        /** An address, of which nothing is known. */
        src: string
        width: number
        height: number
      }
  )

/** Solid's `Dynamic`, of one of its two worlds. */
export type ElementMaker = (props: { component: string } & Record<string, unknown>) => JSX.Element

/** The `<img>`, in a `<picture>` where there are other formats. */
export function renderImage(props: ImageProps, Dynamic: ElementMaker): JSX.Element {
  const [own, rest] = splitProps(props, ['src', 'width', 'height', 'sizes', 'priority'])
  const file = () => (typeof own.src === 'string' ? undefined : own.src)
  const size = () => resolveSize(own, file())
  const img = () =>
    createComponent(
      Dynamic,
      // In this order: a browser begins to load at `src`.
      mergeGetters(rest, {
        component: () => 'img',
        loading: () => (own.priority === true ? 'eager' : 'lazy'),
        fetchpriority: () => (own.priority === true ? 'high' : undefined),
        decoding: () => 'async',
        width: () => size().width,
        height: () => size().height,
        src: () => (typeof own.src === 'string' ? own.src : own.src.src),
      }),
    )
  // A picture does not become another kind of element while it is shown.
  const sources = file()?.sources
  if (sources === undefined) return img()
  const sizes = () => own.sizes ?? `(min-width: ${size().width}px) ${size().width}px, 100vw`
  return createComponent(
    Dynamic,
    mergeGetters(
      {},
      {
        component: () => 'picture',
        children: () => [
          ...sources.map((_source, index) =>
            createComponent(
              Dynamic,
              mergeGetters(
                {},
                {
                  component: () => 'source',
                  type: () => sources[index]?.type,
                  sizes,
                  srcset: () => file()?.sources?.[index]?.srcset,
                },
              ),
            ),
          ),
          img(),
        ],
      },
    ),
  )
}

interface Size {
  readonly width: number | undefined
  readonly height: number | undefined
}

/** Both, as far as they follow from what is known. */
function resolveSize({ width, height }: { width?: number; height?: number }, file: ImageFile | undefined): Size {
  if (file === undefined || (width !== undefined && height !== undefined)) return { width, height }
  if (width !== undefined) return { width, height: Math.round((width * file.height) / file.width) }
  if (height !== undefined) return { width: Math.round((height * file.width) / file.height), height }
  return file
}

type Read = () => unknown

/** Props that are read when they are needed, so that an island's change reaches the element. */
function mergeGetters(
  rest: object,
  reads: Readonly<Record<string, Read>>,
): { component: string } & Record<string, unknown> {
  const props = Object.create(null, {
    ...Object.getOwnPropertyDescriptors(rest),
    ...Object.fromEntries(
      Object.entries(reads).map(([name, get]) => [name, { get, enumerable: true, configurable: true }]),
    ),
  }) as { component: string } & Record<string, unknown> // every call gives a component
  return props
}
