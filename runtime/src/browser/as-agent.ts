/** Calls of an agent. */
import { beginCall } from './activity.ts'
import { beginAct } from './begin-act.ts'
import { type AgentRun, asNow, currentRun } from './cause.ts'

/** Runs `call` as an agent's. The page is busy with it until it has settled. */
export async function asAgent<Result>(call: () => Result | Promise<Result>, run: AgentRun = {}): Promise<Result> {
  beginAct()
  const end = beginCall()
  run.parent = currentRun()
  try {
    return await asNow('agent', call, run)
  } finally {
    end()
  }
}
