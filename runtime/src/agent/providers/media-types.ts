/** The media types that models read, besides text. `tests/support/vendors` has the sources. */
import type { Attachment } from '#contract/agent/message.ts'
import type { ProviderError, ProviderName, ResolvedModel } from '#contract/agent/model.ts'
import { isText } from './format.ts'

const IMAGES = ['image/jpeg', 'image/png', 'image/webp']
const PDF = 'application/pdf'
const OFFICE = 'application/vnd.openxmlformats-officedocument'

/** Types in messages of the user and in results of tools. A model object of the AI SDK decides itself. */
const MEDIA_TYPES: Readonly<Record<Exclude<ProviderName, 'ai-sdk'>, readonly string[]>> = {
  anthropic: [...IMAGES, 'image/gif', PDF],
  openai: [
    ...[...IMAGES, 'image/gif', PDF, 'application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint'],
    ...['wordprocessingml.document', 'spreadsheetml.sheet', 'presentationml.presentation'].map(
      (name) => `${OFFICE}.${name}`,
    ),
  ],
  google: [
    ...[...IMAGES, 'image/heic', 'image/heif', PDF],
    ...['wav', 'mp3', 'mpeg', 'aiff', 'aac', 'ogg', 'flac'].map((name) => `audio/${name}`),
    ...['mp4', 'mpeg', 'mov', 'quicktime', 'avi', 'x-flv', 'mpg', 'webm', 'wmv', '3gpp'].map((name) => `video/${name}`),
  ],
  openrouter: [...IMAGES, 'image/gif', PDF],
  'openai-compatible': [...IMAGES, 'image/gif', PDF],
}

/** Models behind OpenRouter that take audio as `input_audio`. */
const AUDIO_MODELS = /^google\/gemini|audio|voxtral/

/** The formats of `input_audio` by their media types. */
export const AUDIO_FORMATS: Readonly<Record<string, string>> = {
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
}

type Model = Pick<ResolvedModel, 'provider' | 'model' | 'baseUrl'>

/** Returns the media types that a model reads, besides text; `undefined` if this isn't known. */
export function listMediaTypes(model: Model): readonly string[] | undefined {
  const { provider, model: name } = model
  if (provider === 'ai-sdk') return undefined
  if (textModels.has(getKey(model))) return []
  const hasAudio = provider === 'openrouter' && AUDIO_MODELS.test(name)
  return hasAudio ? [...MEDIA_TYPES[provider], ...Object.keys(AUDIO_FORMATS)] : MEDIA_TYPES[provider]
}

/** Whether a model reads a file, as far as this is known. */
export function readsFile(model: Model, { mediaType }: Attachment): boolean {
  return isText(mediaType) || (listMediaTypes(model)?.includes(mediaType) ?? true)
}

/** Models that have refused a file: no provider documents for each model of each server what it reads. */
const textModels = new Set<string>()
const MAX_REMEMBERED = 1_000

export function rememberTextModel(model: Model): void {
  if (textModels.size >= MAX_REMEMBERED) textModels.clear()
  textModels.add(getKey(model))
}

function getKey({ provider, model, baseUrl }: Model): string {
  return JSON.stringify([provider, model, baseUrl])
}

/**
 * How servers refuse files for a model that reads text only: DeepSeek "unknown variant `image_url`, expected `text`",
 * OpenRouter "No endpoints found that support image input", llama.cpp "image input is not supported", Ollama "this model is
 * missing data required for image input", vLLM "is not a multimodal model".
 */
const TEXT_ONLY =
  /unknown variant .?(?:image_url|file|input_audio)|\b(?:supports?|required for) (?:\w+ )?(?:image|audio|vision|file)|(?:image|audio|vision|file) inputs? (?:is|are) not supported|not a (?:multimodal|vision) model/i

/** Whether a server refuses a request because its model reads text only. Other providers document what their models read. */
export function isTextOnly({ provider }: Model, { detail = '' }: ProviderError): boolean {
  return (provider === 'openrouter' || provider === 'openai-compatible') && TEXT_ONLY.test(detail)
}

/** Whether a provider refuses a request because of a file: its size, its pages, its dimensions or its bytes. */
export function isAboutFiles({ failure, status = 0, detail = '' }: ProviderError): boolean {
  // llama.cpp reports it with status 500.
  const isRefusal = failure === 'rejected' || status === 500
  return isRefusal && (status === 413 || /image|file|document|media|mime|audio|video|pdf|too large/i.test(detail))
}
