/** List of all shipped codemods. To add one, add its file and a line here. */
import type { Codemod } from './codemod.ts'
import { decideAccess } from './migrations/decide-access.ts'
import { expressRoutesToApi } from './migrations/express-routes-to-api.ts'
import { mcpServerToolsToApi } from './migrations/mcp-server-tools-to-api.ts'
import { nextPagesToRoutes } from './migrations/next-pages-to-routes.ts'
import { zodInputToType } from './migrations/zod-input-to-type.ts'
import { packageFieldToConfig } from './releases/0.2.0/package-field-to-config.ts'
import { turnUsageToTokenUsage } from './releases/0.2.0/turn-usage-to-token-usage.ts'

/** Codemods of releases in order of release, then migrations from other frameworks. */
export const CODEMODS: readonly Codemod[] = [
  packageFieldToConfig,
  turnUsageToTokenUsage,
  decideAccess,
  mcpServerToolsToApi,
  zodInputToType,
  nextPagesToRoutes,
  expressRoutesToApi,
]
