/** Functions with each kind of guard, which record their callers and their runs. */
import { type Api, type ApiDefinition, api, schema } from '../../runtime/src/index.ts'
import { collectApis, invokeApi } from '../../runtime/src/server.ts'

interface Empty {
  readonly [name: string]: never
}

type Definition = Pick<ApiDefinition<Empty, string>, 'description' | 'guard' | 'effect'>

export interface GuardedApis {
  /** Names of the functions that ran, in order. */
  readonly ran: string[]
  /** Callers of `probe`: origin and user, such as `agent ann`. */
  readonly callers: string[]
  clear(): void
  /** Creates another function that records its run and returns its name. */
  record(name: string, definition: Definition): Api<Empty, string>
  /** Records its caller. Its guard depends on the origin, so no caller is refused. */
  readonly probe: Api<Empty, string>
  readonly read: Api<Empty, string>
  readonly pay: Api<Empty, string>
  readonly wipe: Api<Empty, string>
  readonly send: Api<Empty, string>
}

/** Creates the functions. Call `clear` before each test. */
export function createGuardedApis(): GuardedApis {
  const ran: string[] = []
  const callers: string[] = []
  const record = (name: string, definition: Definition) =>
    api<Empty, string>({
      ...definition,
      input: schema({}),
      run: () => {
        ran.push(name)
        return name
      },
    })
  return {
    ran,
    callers,
    clear() {
      ran.length = 0
      callers.length = 0
    },
    record,
    probe: api<Empty, string>({
      description: 'Records its caller.',
      guard: ({ origin, ctx }) => {
        callers.push(`${origin} ${(ctx as { userId?: string }).userId ?? 'without a user'}`)
        return 'auto'
      },
      input: schema({}),
      run: () => 'done',
    }),
    read: record('read', { description: 'Reads.' }),
    pay: record('pay', { description: 'Pays.', guard: 'confirm' }),
    wipe: record('wipe', { description: 'Removes everything.', guard: 'forbidden' }),
    send: record('send', { description: 'Sends.', effect: 'irreversible' }),
  }
}

/** Calls a function of the shop in process, as an agent does. */
export function callAsAgent(target: Api<Empty, string>, ctx: object): Promise<unknown> {
  const [tool] = collectApis({ shop: { pay: target } })
  if (tool === undefined) throw new Error('There is no tool.')
  return invokeApi(tool, {}, ctx, 'agent')
}
