/** Checks of an app's settings: URLs, secrets, model keys, policies and MCP servers. */
import { type Check, createFailure, createPass, createWarning, type Finding } from './finding.ts'

/** Start of the messages about modules that can't be loaded, which the loader creates. */
const LOAD_FAILURE = 'The app cannot be loaded'

/**
 * Checks that the app loads. Loading validates variables, the session secret and the configuration, with their own
 * messages.
 */
export const checkApp: Check = ({ report: { problem } }) =>
  problem === undefined
    ? [createPass('app', 'The app loads.')]
    : [
        createFailure(
          'app',
          problem.startsWith(LOAD_FAILURE) ? problem : `${LOAD_FAILURE}: ${problem}`,
          'Fix this first: checks that need the loaded app are skipped.',
        ),
      ]

export const checkSecrets: Check = ({ report: { config }, options, env }) => {
  if (options === undefined) return []
  const session = options.session === undefined ? [] : [createPass('session', 'The secret is long enough.')]
  return [...session, ...bearerFindings(config.mcpAuth, env), ...channelFindings(options.channels ?? {})]
}

const MIN_TOKEN = 16

function bearerFindings(
  mcpAuth: { readonly tokenEnv?: string; readonly token?: string } | undefined,
  env: Readonly<Record<string, string | undefined>>,
): readonly Finding[] {
  if (mcpAuth === undefined) return []
  const { tokenEnv, token } = mcpAuth
  if (tokenEnv === undefined && token === undefined) return []
  const where = tokenEnv ?? 'mcpAuth.token'
  const value = tokenEnv === undefined ? token : env[tokenEnv]
  if (!value) {
    const fix = `Set ${where} in the environment of the server. "openssl rand -base64 32" generates a value.`
    return [createFailure('mcpAuth', `${where} is not set, so /_fw/mcp and /_fw/a2a reject every request.`, fix)]
  }
  if (value.length < MIN_TOKEN)
    return [
      createWarning(
        'mcpAuth',
        `${where} is shorter than ${MIN_TOKEN} characters and can be guessed.`,
        'Use a longer token.',
      ),
    ]
  if (tokenEnv === undefined)
    return [
      createWarning(
        'mcpAuth',
        'The token is in the source code.',
        'Read it from an environment variable: mcpAuth.tokenEnv.',
      ),
    ]
  return [createPass('mcpAuth', `${where} is set.`)]
}

function channelFindings(channels: Readonly<Record<string, { readonly unset?: string }>>): readonly Finding[] {
  return Object.entries(channels).map(([name, { unset }]) =>
    unset === undefined
      ? createPass('channel', `${name} can verify its callers.`)
      : createFailure(
          'channel',
          `${name} has no ${unset}, so every caller gets 503.`,
          'Set its variable in the environment of the server.',
        ),
  )
}

/** Checks the model, only if the app has an agent of its own: the built-in agent isn't called by accident. */
export const checkModel: Check = ({ report: { files }, options }) => {
  const { agent } = options ?? {}
  if (files.agent === undefined || agent?.setup === undefined) return []
  const card = agent.setup()
  const refused = (agent.warnings?.() ?? []).map((warning) =>
    createWarning('model', warning, 'Remove it from src/agent.ts, or choose another model.'),
  )
  if (card === undefined) return [createPass('model', 'The agent has a model and its key.'), ...refused]
  const [what = '', ...rest] = card.message.split(/(?<=[.:]) /)
  return [createWarning('model', what.replace(/:$/, '.'), rest.join(' '))]
}

export const checkSiteUrl: Check = ({ report: { config, files } }) => {
  const { siteUrl, feed } = config
  const fix = 'Set siteUrl in fw.config.ts to the public origin, such as "https://shop.example".'
  if (siteUrl === undefined) {
    if (files.feed !== undefined || feed !== undefined)
      return [createFailure('siteUrl', 'siteUrl is not set. The feed needs it, so /rss.xml is not served.', fix)]
    return [
      createWarning(
        'siteUrl',
        'siteUrl is not set. The sitemap, robots.txt, and relative images and canonical URLs are left out, and links to pending calls in channels, MCP, A2A and AG-UI are paths without a host.',
        fix,
      ),
    ]
  }
  const { hostname, protocol } = new URL(siteUrl)
  if (/^(?:localhost|127\.|\[::1\])/.test(hostname))
    return [createWarning('siteUrl', `${siteUrl} is this machine, so absolute URLs do not work elsewhere.`, fix)]
  if (protocol === 'http:')
    return [createWarning('siteUrl', `${siteUrl} is not encrypted, but session cookies require https.`, fix)]
  return [createPass('siteUrl', siteUrl)]
}

export const checkCsp: Check = ({ report: { config } }) => {
  const { csp, output } = config
  if (csp === undefined || csp === false) return []
  if (output !== 'static') return [createPass('csp', 'Every page is sent with a policy.')]
  if (typeof csp === 'object' && csp.static === 'hash')
    return [createPass('csp', 'Every page names the hashes of its scripts.')]
  return [
    createWarning(
      'csp',
      'Static output ignores csp: a nonce is valid for one response, and these pages are files.',
      "Set csp: { static: 'hash' }, or send the policy from the file host.",
    ),
  ]
}

export const checkRemote: Check = ({ report: { remote } }) =>
  remote.flatMap(({ name, url, reachable, reason = '', tools }): readonly Finding[] => {
    if (!reachable)
      return [
        createWarning(
          'mcp',
          `${name} (${url}) does not respond: ${reason}`,
          'The agent runs without its tools until it responds.',
        ),
      ]
    const changed = tools.filter(({ pin }) => pin === 'changed').map(({ tool }) => tool)
    if (changed.length === 0) return [createPass('mcp', `${name} responds.`)]
    const fix =
      'Review the new descriptions and schemas ("fw dev" shows them), and commit mcp-tools.lock.json if they are safe.'
    return [createWarning('mcp', `${name}: ${changed.join(', ')} changed since mcp-tools.lock.json was written.`, fix)]
  })
