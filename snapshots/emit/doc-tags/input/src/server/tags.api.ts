import { api, type Call } from '@fw/runtime'

/** @minItems 1 */
type Names = string[]

interface Input {
  /**
   * Over several lines, with a {@link Names | link}.
   *
   * Second paragraph: me@example.org is no tag.
   * @title A text
   * @minLength 2
   * @maxLength 5
   * @see nothing
   * @example "abc"
   * @example def
   */
  text: string
  /** @minimum 1 */ from?: number; /** @maximum 9 @exclusiveMinimum -1 */ to?: number
  /** @multipleOf 0.5 @default 1.5 */
  step?: number
  /** Trailing words belong to this line. */
  /** @uniqueItems @maxItems 3 */
  names: Names
  first: string /** not about the next member @minLength 99 */
  second: string
  /** @pattern ^[\w.]+@[\w.]+$ @deprecated */
  mail?: string
  /** @minLength 1 */
  nullable: string | null
  /** @default ["a", "b"] */
  list?: string[]
  /** @default name */
  sort?: 'price' | 'name'
  /** @format date */
  day: string
}

/**
 * Shows every tag.
 * @internal
 */
export const tags = api({ title: 'Tags', run: async ({ input }: Call<Input>) => ({ text: input.text }) })

/** The comment. */
export const written = api({ description: `Written ${'out'} wins.`, run: async () => null })
