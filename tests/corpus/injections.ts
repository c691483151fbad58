/** The whole corpus: five documents of each class. */
import { DIRECT_OVERRIDES, FORGED_APPROVALS, FORGED_SYSTEM_TURNS } from './commands.ts'
import { CROSS_TURN, ENCODED, INVISIBLE } from './hidden.ts'
import type { InjectedDocument } from './injected-document.ts'
import { ARGUMENTS, IMAGES, LINKS } from './leaks.ts'
import { AUTHORITIES, DELIMITERS, TOOL_NAMES } from './names.ts'

export const INJECTIONS: readonly InjectedDocument[] = [
  ...DIRECT_OVERRIDES,
  ...FORGED_SYSTEM_TURNS,
  ...FORGED_APPROVALS,
  ...TOOL_NAMES,
  ...DELIMITERS,
  ...ENCODED,
  ...INVISIBLE,
  ...CROSS_TURN,
  ...LINKS,
  ...ARGUMENTS,
  ...IMAGES,
  ...AUTHORITIES,
]
