/** The README of a generated package. */
import type { ClientFunction, ClientModule } from './client-function.ts'
import { nameModules } from './module-namespace.ts'

interface ReadmeFacts {
  readonly name: string
  readonly title: string
  readonly origin?: string | undefined
  /** The app has an agent. */
  readonly hasAgent: boolean
}

const FENCE = '```'

export function writeReadme(modules: readonly ClientModule[], facts: ReadmeFacts): string {
  const { name, title, origin = 'https://app.example', hasAgent } = facts
  const [first] = modules
  const [example] = first?.functions ?? []
  const names = nameModules(modules.map(({ module }) => module))
  const [guarded] = modules.flatMap(({ module, functions }) =>
    functions.filter(({ canWait }) => canWait).map((one) => ({ module, one })),
  )
  const sections = [
    `# ${name}\n\nThe functions of ${title}, with their types. No dependencies; Node 20, Bun, Deno and browsers.`,
    first &&
      example &&
      describeUsage({ name, origin, module: first.module, namespace: names.get(first.module) ?? '', example }),
    describeOptions(name),
    guarded && describeProposals(name, guarded.module, guarded.one),
    hasAgent && describeAgent(name),
    `## Functions\n\n${modules.map(listFunctions).join('\n\n')}`,
    '_Written by `fw export client`. Do not edit: it is written again._',
  ]
  return `${sections.filter((section) => typeof section === 'string').join('\n\n')}\n`
}

interface Usage {
  readonly name: string
  readonly origin: string
  readonly module: string
  /** The name under which the package exports the module. */
  readonly namespace: string
  readonly example: ClientFunction
}

function describeUsage({ name, origin, module, namespace, example: { api } }: Usage): string {
  const call = api.exportName
  return [
    `${FENCE}js`,
    `import { createClient, isFwError } from '${name}'`,
    `import { ${call} } from '${name}/${module}'`,
    '',
    `const client = createClient({ origin: '${origin}', token: process.env.TOKEN })`,
    'try {',
    `  console.log(await ${call}(client, { /* the input */ }))`,
    '} catch (error) {',
    "  if (!isFwError(error, 'invalid_input')) throw error",
    '  console.log(error.issues)',
    '}',
    FENCE,
    '',
    'A bundle has only the functions that you import. To call functions as members of an object, bind the client:',
    '',
    `${FENCE}js`,
    `import { bindClient, createClient, ${namespace} } from '${name}'`,
    '',
    `const app = bindClient(createClient({ origin: '${origin}' }), { ${namespace} })`,
    `await app.${namespace}.${call}({ /* the input */ })`,
    FENCE,
  ].join('\n')
}

function describeOptions(name: string): string {
  return [
    '## Options',
    '',
    '| option of `createClient` | value |',
    '| --- | --- |',
    '| `origin` | origin of the app. Default in a page: its own |',
    '| `token` | bearer token, or a function that returns it before each request |',
    "| `fetch` | sends the requests, such as `(url, request) => fetch(url, { ...request, credentials: 'include' })` for cookies |",
    '| `headers` | further headers, or a function that returns them |',
    '| `timeoutMs` | time after which a call rejects with `unavailable` |',
    "| `agent` | `true` for an AI agent, or `'tainted'` if it has read untrusted content |",
    '',
    'Each function takes `{ signal, timeoutMs, headers }` as its third argument. A failed call rejects with an error that',
    `\`isFwError\` of \`${name}\` recognizes: \`code\`, \`status\` and \`issues\`.`,
  ].join('\n')
}

function describeProposals(name: string, module: string, { api }: ClientFunction): string {
  return [
    '## Calls that wait for approval',
    '',
    'A guarded function returns a proposal to the client of an agent.',
    '',
    `${FENCE}js`,
    `import { createClient, isProposal, waitForDecision } from '${name}'`,
    `import { ${api.exportName} } from '${name}/${module}'`,
    '',
    `const result = await ${api.exportName}(client, { /* the input */ })`,
    'const done = isProposal(result) ? await waitForDecision(client, result) : result',
    FENCE,
    '',
    '`approveProposal(client, proposal)` and `rejectProposal(client, proposal)` decide for a user.',
  ].join('\n')
}

function describeAgent(name: string): string {
  return [
    "## The app's agent",
    '',
    `${FENCE}js`,
    `import { ask } from '${name}'`,
    '',
    "for await (const part of ask(client, 'Hello')) if (part.type === 'text-delta') process.stdout.write(part.delta)",
    FENCE,
  ].join('\n')
}

function listFunctions({ module, functions }: ClientModule): string {
  const rows = functions.map(({ api }) => {
    const [line = ''] = (api.title ?? api.description ?? '').split('\n')
    return `| \`${api.exportName}\` | ${line.replaceAll('|', '\\|')} |`
  })
  return [`### ${module}`, '', '| function | |', '| --- | --- |', ...rows].join('\n')
}
