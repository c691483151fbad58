/** Every rule, in the order of their numbers. */
import type { Rule } from '../diagnostic/rule.ts'

export const RULES: readonly Rule[] = []
