/**
 * The app as a function on AWS Lambda, for function URLs and API Gateway with response streaming. srvx converts events and responses.
 * https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html
 */
import { handleLambdaEvent, handleLambdaEventWithStream } from 'srvx/aws-lambda'
import { untilIdle } from '../contract/wait-until.ts'
import { type BuiltApp, createAppHandler } from './app-handler.ts'

type LambdaEvent = Parameters<typeof handleLambdaEvent>[1]
type LambdaResult = Awaited<ReturnType<typeof handleLambdaEvent>>
type ResponseStream = Parameters<typeof handleLambdaEventWithStream>[2]

/** What the platform knows about an invocation. */
interface LambdaContext {
  getRemainingTimeInMillis(): number
}

/** The two forms in which Lambda invokes a function. */
export interface LambdaHandlers {
  /** Streams the response: invoke mode `RESPONSE_STREAM`. */
  stream(event: LambdaEvent, stream: ResponseStream, context: LambdaContext): Promise<void>
  /** Returns the response as a whole, for integrations that can't stream. */
  buffered(event: LambdaEvent, context: LambdaContext): Promise<LambdaResult>
  /** Closes the app. */
  close(): Promise<void>
}

/** Time in milliseconds that remains for the platform when work after the response is given up. */
const RESERVED_MS = 500

/** Creates the handlers. The address of a caller is `sourceIp` of the event: the platform measures it, and no header can change it. */
export async function createLambdaHandlers(app: BuiltApp): Promise<LambdaHandlers> {
  const { fetch, close } = await createAppHandler(app)
  const passed = (context: LambdaContext) => context as Parameters<typeof handleLambdaEvent>[2]
  return {
    async stream(event, stream, context) {
      await handleLambdaEventWithStream(fetch, event, stream, passed(context))
      await finishWork(context)
    },
    async buffered(event, context) {
      const result = await handleLambdaEvent(fetch, event, passed(context))
      await finishWork(context)
      return result
    },
    close,
  }
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
