/**
 * A function on AWS Lambda: `dist/lambda`, as a zip file on Lambda's own Node, or in a container image.
 * https://docs.aws.amazon.com/lambda/latest/dg/nodejs-handler.html
 */
import { cp, writeFile } from 'node:fs/promises'
import { toAwsCron } from '#analyze/platform-cron.ts'
import { join } from '#slash-path.ts'
import type { BuildTarget } from './build-target.ts'
import { copyFunction } from './function-files.ts'

export const lambdaTarget: BuildTarget = {
  name: 'lambda',
  emitEntry: () =>
    [
      "import { createLambdaHandlers, runLambdaClient } from '@fw/runtime/targets'",
      "const clientDir = new URL('../client', import.meta.url)",
      // Loaded later, so that the client of the Runtime API can report an app that fails to load.
      "const load = async () => ({ createApp: (await import('fw:server')).createApp, clientDir })",
      'export const open = async () => createLambdaHandlers(await load())',
      'export const run = () => runLambdaClient(load)',
      '',
    ].join('\n'),
  async write(output) {
    const { paths, model, log } = output
    const folder = join(paths.root, 'dist/lambda')
    await copyFunction(output, folder)
    // A function URL has no file server: the function serves the files, and a CDN may store them.
    await cp(paths.clientOut, join(folder, 'client'), { recursive: true })
    await cp(`${paths.clientOut}.built-files.json`, join(folder, 'client.built-files.json'))
    const start = "process.env.NODE_ENV ??= 'production'\n"
    await writeFile(join(folder, 'index.mjs'), `${start}${HANDLERS}`)
    await writeFile(join(folder, 'bootstrap.mjs'), `${start}${CLIENT}`)
    const schedules = (model.schedules ?? []).map(({ name, cron }) => ({
      name,
      expression: toAwsCron(cron),
      input: { fwSchedule: name },
    }))
    if (schedules.length > 0)
      await writeFile(join(folder, 'schedules.json'), `${JSON.stringify(schedules, undefined, 2)}\n`)
    log('wrote    dist/lambda: handler index.handler (streams) or index.buffered; bootstrap.mjs for container images')
  },
}

const HANDLERS = `const { open } = await import('./server/lambda.js')
const { stream, buffered } = await open()
export const handler = awslambda.streamifyResponse(stream)
export { buffered }
`

const CLIENT = `const { run } = await import('./server/lambda.js')
await run()
`
