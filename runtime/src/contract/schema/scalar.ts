/**
 * Aliases whose doc tags the compiler reads as JSON Schema keywords. To TypeScript they are plain numbers and strings;
 * an app may declare its own in the same way. Their descriptions use `@remarks`, because the text of a comment would
 * become the description of every field.
 */

/**
 * @integer
 * @remarks A whole number.
 */
export type Int = number

/**
 * @integer
 * @format money-minor-units
 * @remarks An amount in integer minor units of its currency (cents).
 */
export type Money = number

/**
 * @format email
 * @remarks An email address.
 */
export type Email = string

/**
 * @format uuid
 * @remarks A UUID.
 */
export type Uuid = string
