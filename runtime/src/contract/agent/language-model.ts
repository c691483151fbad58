/** The language model objects of the AI SDK, as far as an agent uses them. */

/**
 * A language model object of a provider package for the AI SDK 6 or 7, such as `bedrock('…')`. Only its shape matters, so
 * this package doesn't depend on the AI SDK.
 */
export interface LanguageModel {
  readonly specificationVersion: 'v3' | 'v4'
  /** Name of the provider and its API, such as `amazon-bedrock`. */
  readonly provider: string
  readonly modelId: string
  /** Takes the call options of the AI SDK and resolves to `{ stream }`. */
  doStream(options: never): PromiseLike<{ readonly stream: ReadableStream<unknown> }>
}
