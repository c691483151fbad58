/** For those who know of one kind of facts only. */
import type { AppFacts } from './facts.ts'

/** Facts of an app in which nothing was seen. */
export const NO_FACTS: Omit<AppFacts, 'model'> = {
  apiFiles: [],
  nestedApiFiles: [],
  routes: [],
  unknownMatchers: [],
  pathRules: [],
  deadLinks: [],
  conventions: [],
  hooks: [],
  schedules: [],
  env: [],
  config: [],
  unreachableRoutes: [],
  misplacedErrorPages: [],
  routeExports: [],
  staticParams: [],
  cachePolicies: [],
  serverCode: [],
  pageCode: [],
  islandProps: [],
  intents: [],
  uncheckedIntents: [],
  unknownTools: [],
  messages: [],
  splitRuns: [],
  missingReact: [],
  syntax: [],
  staticSite: [],
}
