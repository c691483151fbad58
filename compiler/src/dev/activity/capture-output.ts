/** Records what the app prints itself, such as `console.log`, for coding agents. It is still printed. */
import { stripVTControlCharacters } from 'node:util'
import type { DevActivity } from './activity.ts'

/**
 * Records until the returned `stop` is called. Output during `withoutRecording` isn't recorded: it is that of `fw dev`, which
 * records it with its level.
 */
export function captureOutput(activity: DevActivity): {
  withoutRecording(print: () => void): void
  stop(): void
} {
  let isOwn = false
  const streams = [process.stdout, process.stderr]
  const restores = streams.map((stream) => {
    const write = stream.write
    const record = (...args: Parameters<typeof write>): boolean => {
      const [chunk] = args
      if (!isOwn && typeof chunk === 'string')
        for (const line of stripVTControlCharacters(chunk).split('\n'))
          if (line !== '') activity.addLine(line, 'output')
      return Reflect.apply(write, stream, args)
    }
    stream.write = record as typeof write // the overloads of `write`
    return () => {
      // Another module may have replaced it in turn.
      if (stream.write === record) stream.write = write
    }
  })
  return {
    withoutRecording(print) {
      isOwn = true
      try {
        print()
      } finally {
        isOwn = false
      }
    },
    stop: () => {
      for (const restore of restores) restore()
    },
  }
}
