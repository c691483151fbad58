/**
 * The app as a function on AWS Lambda, for function URLs and API Gateway with response streaming. srvx converts events and responses.
 * https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html
 */
import { handleLambdaEvent, handleLambdaEventWithStream } from 'srvx/aws-lambda'
import { untilIdle } from '../contract/wait-until.ts'
import { type BuiltApp, createAppHandler } from './app-handler.ts'
import { convertEvent, type LambdaEvent } from './lambda-event.ts'

type LambdaResult = Awaited<ReturnType<typeof handleLambdaEvent>>
type ResponseStream = Parameters<typeof handleLambdaEventWithStream>[2]

/** What the platform knows about an invocation. */
interface LambdaContext {
  getRemainingTimeInMillis(): number
}

/** Result of an invocation for a schedule. */
interface ScheduleResult {
  /** Whether the schedule ran: not if the same time ran before, in any instance. */
  readonly ran: boolean
}

/** The two forms in which Lambda invokes a function. */
export interface LambdaHandlers {
  /** Streams the response: invoke mode `RESPONSE_STREAM`. */
  stream(event: LambdaEvent | ScheduleEvent, stream: ResponseStream, context: LambdaContext): Promise<void>
  /** Returns the response as a whole, for integrations that can't stream. */
  buffered(event: LambdaEvent | ScheduleEvent, context: LambdaContext): Promise<LambdaResult | ScheduleResult>
  /** Closes the app. */
  close(): Promise<void>
}

/**
 * Event with which a scheduler of the platform, such as Amazon EventBridge, invokes the function at the times of a schedule. Requests
 * can't have it: their events are created by the platform.
 */
interface ScheduleEvent {
  /** Name of the schedule. */
  readonly fwSchedule: string
}

/** Time in milliseconds that remains for the platform when work after the response is given up. */
const RESERVED_MS = 500

/** Creates the handlers. The address of a caller is `sourceIp` of the event: the platform measures it, and no header can change it. */
export async function createLambdaHandlers(app: BuiltApp): Promise<LambdaHandlers> {
  const { server, fetch, close } = await createAppHandler(app)
  const runSchedule = async ({ fwSchedule }: ScheduleEvent, context: LambdaContext): Promise<ScheduleResult> => {
    const ran = await server.runScheduledTime(fwSchedule, Date.now())
    await finishWork(context)
    return { ran }
  }
  const passed = (context: LambdaContext) => context as Parameters<typeof handleLambdaEvent>[2]
  return {
    async stream(event, stream, context) {
      if (isSchedule(event)) {
        const result = await runSchedule(event, context)
        stream.setContentType('application/json')
        stream.end(JSON.stringify(result))
        return
      }
      await convertEvent(event, fetch, (converted, handler) =>
        handleLambdaEventWithStream(handler, converted, stream, passed(context)),
      )
      await finishWork(context)
    },
    async buffered(event, context) {
      if (isSchedule(event)) return runSchedule(event, context)
      const result = await convertEvent(event, fetch, (converted, handler) =>
        handleLambdaEvent(handler, converted, passed(context)),
      )
      await finishWork(context)
      return result
    },
    close,
  }
}

function isSchedule(event: LambdaEvent | ScheduleEvent): event is ScheduleEvent {
  return 'fwSchedule' in event && typeof event.fwSchedule === 'string'
}

/** Waits for work after the response: the platform freezes the process once the handler has ended. */
async function finishWork(context: LambdaContext): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, context.getRemainingTimeInMillis() - RESERVED_MS))
  })
  await Promise.race([untilIdle(), limit])
  clearTimeout(timer)
}
