/**
 * Files of the user as attachments. Photos are scaled down before they are sent: a model reads no more than about 1,568 pixels of
 * an edge, and a request has a size limit.
 */
import type { Attachment } from '#contract/agent/message.ts'
import { CopilotError } from './ask-agent.ts'

/** Characters of base64 up to which an image is sent as it is. */
const MAX_CHARACTERS = 400_000
/** Types that browsers scale: other images, such as SVG, are sent as they are. */
const PHOTOS = /^image\/(?:jpeg|png|webp|avif|heic|heif|bmp)$/

/** Attempts to make an image small enough: the longest edge in pixels, and the quality of the JPEG. */
const ATTEMPTS = [
  [1_568, 0.85],
  [1_568, 0.7],
  [1_024, 0.7],
  [768, 0.6],
] as const

/**
 * Reads the files, and scales large photos down.
 *
 * @throws CopilotError for a photo that this browser can't read.
 */
export function readFiles(files: readonly (Attachment | Blob)[]): Promise<readonly Attachment[]> {
  return Promise.all(files.map(readFile))
}

async function readFile(file: Attachment | Blob): Promise<Attachment> {
  const { mediaType, data, name } = file instanceof Blob ? await toAttachment(file) : file
  const attachment = { mediaType, data, ...(name !== undefined && { name }) }
  const needsOther = /^image\/(?:avif|heic|heif|bmp)$/.test(mediaType)
  if (!PHOTOS.test(mediaType) || (data.length <= MAX_CHARACTERS && !needsOther)) return attachment
  const blob = file instanceof Blob ? file : await (await fetch(`data:${mediaType};base64,${data}`)).blob()
  const bitmap = await createImageBitmap(blob, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (bitmap === undefined)
    throw new CopilotError(`This browser can't read ${name ?? 'the image'} (${mediaType}). Send it as JPEG or PNG.`)
  try {
    for (const [edge, quality] of ATTEMPTS) {
      const scaled = await toBase64(await drawJpeg(bitmap, edge, quality))
      if (scaled.length <= MAX_CHARACTERS) return { ...attachment, mediaType: 'image/jpeg', data: scaled }
    }
  } finally {
    bitmap.close()
  }
  throw new CopilotError(`${name ?? 'The image'} is too large to send.`)
}

async function toAttachment(file: Blob): Promise<Attachment> {
  const data = await toBase64(file)
  const name = file instanceof File && file.name !== '' ? { name: file.name } : {}
  return { mediaType: file.type === '' ? 'application/octet-stream' : file.type, data, ...name }
}

/** Draws an image on white, because JPEG has no transparency. */
async function drawJpeg(bitmap: ImageBitmap, edge: number, quality: number): Promise<Blob> {
  const scale = Math.min(1, edge / Math.max(bitmap.width, bitmap.height))
  const [width, height] = [
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  ]
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d') as CanvasRenderingContext2D // of a new canvas
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(bitmap, 0, 0, width, height)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob === null ? reject(new CopilotError('The image is too large to send.')) : resolve(blob)),
      'image/jpeg',
      quality,
    ),
  )
}

function toBase64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
