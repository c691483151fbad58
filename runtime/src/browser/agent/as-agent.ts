/** Calls of an agent. */
import { beginCall } from '../calls/activity.ts'
import { type AgentRun, currentRun, runWithOrigin } from '../calls/cause.ts'
import { beginAct } from './begin-act.ts'

/** Runs `call` with agent origin. The page counts as busy until it has settled. */
export async function asAgent<Result>(call: () => Result | Promise<Result>, run: AgentRun = {}): Promise<Result> {
  beginAct()
  const end = beginCall()
  run.parent = currentRun()
  try {
    return await runWithOrigin('agent', call, run)
  } finally {
    end()
  }
}
