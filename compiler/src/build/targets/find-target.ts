/** The targets of `fw build --target` that need files of their own. */
import type { FwConfig } from '@fw/runtime/contract'
import type { BuildTarget } from './build-target.ts'
import { cloudflareTarget } from './cloudflare/cloudflare-target.ts'
import { denoTarget } from './deno-target.ts'
import { h3Target } from './h3-target.ts'
import { lambdaTarget } from './lambda-target.ts'
import { netlifyTarget } from './netlify-target.ts'
import { vercelTarget } from './vercel-target.ts'

/** Id of the module that becomes the target's entry. */
export const TARGET_ENTRY = 'fw:target'

const TARGETS: readonly BuildTarget[] = [
  h3Target,
  denoTarget,
  cloudflareTarget,
  lambdaTarget,
  vercelTarget,
  netlifyTarget,
]

/** Returns the target of a configuration; `undefined` for builds that `fw start` or a file server serves. */
export function findBuildTarget({ output }: Pick<FwConfig, 'output'>): BuildTarget | undefined {
  return TARGETS.find(({ name }) => name === output)
}
