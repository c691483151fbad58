/**
 * Aliases whose doc tags the compiler reads as JSON Schema keywords (decisions: The contract is a TypeScript type).
 * To TypeScript they are plain numbers and strings; an app may declare its own in the same way.
 */

/**
 * A whole number.
 * @integer
 */
export type Int = number

/**
 * An amount in integer minor units of its currency (cents).
 * @integer
 * @format money-minor-units
 */
export type Money = number

/**
 * An email address.
 * @format email
 */
export type Email = string

/**
 * A UUID.
 * @format uuid
 */
export type Uuid = string
