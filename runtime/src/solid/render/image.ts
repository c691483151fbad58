/** Renders `<Image>`. `image-client.ts` and `image-server.ts` pass the function that creates elements. */
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
 * Props of `<Image>`: the attributes of `img`, and an image with known dimensions. Widths and heights are in CSS pixels.
 */
export type ImageProps = ImageAttributes & {
  /** Description for people who don't see the image; `""` for a decorative image. */
  alt: string
  /** Displayed width, such as `(min-width: 60rem) 40rem, 100vw`. Default: its own width, limited to the window's. */
  sizes?: string
  /** For an image in the first view: loads it at once, before others. Default false: it loads when it is near the view. */
  priority?: boolean
} & (
    | {
        /** `import photo from './photo.jpg?image'`. */
        src: ImageFile
        /** Default: the file's. If you set one of the two, the other preserves the aspect ratio. */
        width?: number
        height?: number
      }
    | {
        /** A URL. The dimensions of its image aren't known. */
        src: string
        width: number
        height: number
      }
  )

/** Solid's `Dynamic`, for the server or the browser. */
export type ElementMaker = (props: { component: string } & Record<string, unknown>) => JSX.Element

/** Renders the `<img>`, inside a `<picture>` if the image has other formats. */
export function renderImage(props: ImageProps, Dynamic: ElementMaker): JSX.Element {
  const [own, rest] = splitProps(props, ['src', 'width', 'height', 'sizes', 'priority'])
  const file = () => (typeof own.src === 'string' ? undefined : own.src)
  const size = () => resolveSize(own, file())
  const img = () =>
    createComponent(
      Dynamic,
      // `src` is last, because browsers begin to load when it is set.
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
  // The kind of element doesn't change with later props.
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

/** Returns both dimensions, as far as they can be computed. */
function resolveSize({ width, height }: { width?: number; height?: number }, file: ImageFile | undefined): Size {
  if (file === undefined || (width !== undefined && height !== undefined)) return { width, height }
  if (width !== undefined) return { width, height: Math.round((width * file.height) / file.width) }
  if (height !== undefined) return { width: Math.round((height * file.width) / file.height), height }
  return file
}

type Read = () => unknown

/** Defines props as getters, so that changes in an island update the element. */
function mergeGetters(
  rest: object,
  reads: Readonly<Record<string, Read>>,
): { component: string } & Record<string, unknown> {
  const props = Object.create(null, {
    ...Object.getOwnPropertyDescriptors(rest),
    ...Object.fromEntries(
      Object.entries(reads).map(([name, get]) => [name, { get, enumerable: true, configurable: true }]),
    ),
  }) as { component: string } & Record<string, unknown> // every caller passes `component`
  return props
}
