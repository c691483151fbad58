/** The tools for coding agents, in the order in which they are documented. */
import { getLogs, listLiveReads, listRequests } from './activity-tools.ts'
import { getAppTool, listAppTools, runAppTool } from './app-tools.ts'
import { applyFix, checkTool } from './check-app.ts'
import type { DevTool } from './dev-tool.ts'
import { explainTool } from './explain.ts'
import { getErrors } from './get-errors.ts'
import { listRoutes } from './list-routes.ts'
import { requestPage } from './request-page.ts'
import { searchDocs } from './search-docs.ts'

export const DEV_TOOLS: readonly DevTool[] = [
  getErrors,
  checkTool,
  applyFix,
  requestPage,
  explainTool,
  listRoutes,
  listAppTools,
  getAppTool,
  runAppTool,
  getLogs,
  listRequests,
  listLiveReads,
  searchDocs,
]
