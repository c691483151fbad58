import type { TurnUsage } from './usage.ts'
import { defineAgent } from '@fw/runtime/agent'

interface Local {
  TurnUsage: TurnUsage
}
export const local: Local | undefined = undefined
export default defineAgent()
