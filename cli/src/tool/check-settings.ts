/** Checks of what an app is told: addresses, secrets, keys of models, policies, other servers. */
import { type Check, error, type Finding, ok, warning } from './finding.ts'

/** Env, secret of the session and configuration are read when the app loads, and say themselves what is wrong. */
export const checkApp: Check = ({ report: { problem } }) =>
  problem === undefined
    ? [ok('app', 'It loads.')]
    : [error('app', `It does not load: ${problem}`, 'Nothing that is told by the loaded app is checked until it does.')]

export const checkSecrets: Check = ({ report: { config }, options, env }) => {
  if (options === undefined) return []
  const session = options.session === undefined ? [] : [ok('session', 'It has a secret that is long enough.')]
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
    const fix = `Set ${where} in the environment of the server, as "openssl rand -base64 32" makes one.`
    return [error('mcpAuth', `${where} is not set: /_fw/mcp and /_fw/a2a refuse everyone.`, fix)]
  }
  if (value.length < MIN_TOKEN)
    return [
      warning('mcpAuth', `${where} is shorter than ${MIN_TOKEN} characters: it can be guessed.`, 'Take a longer one.'),
    ]
  if (tokenEnv === undefined)
    return [
      warning('mcpAuth', 'The token stands in the sources.', 'Name a variable of the environment: mcpAuth.tokenEnv.'),
    ]
  return [ok('mcpAuth', `${where} is set.`)]
}

function channelFindings(channels: Readonly<Record<string, { readonly unset?: string }>>): readonly Finding[] {
  return Object.entries(channels).map(([name, { unset }]) =>
    unset === undefined
      ? ok('channel', `${name} has what it verifies callers with.`)
      : error(
          'channel',
          `${name} has no ${unset}: every caller gets 503.`,
          'Set the variable that it is read from in the environment of the server.',
        ),
  )
}

/** Only of an app that has an agent: nobody asks the built-in one by accident. */
export const checkModel: Check = ({ report: { files }, options }) => {
  const { agent } = options ?? {}
  if (files.agent === undefined || agent?.setup === undefined) return []
  const card = agent.setup()
  if (card === undefined) return [ok('model', 'The agent has a model, and a key for it.')]
  const [what = '', ...rest] = card.message.split(/(?<=[.:]) /)
  return [warning('model', what.replace(/:$/, '.'), rest.join(' '))]
}

export const checkSiteUrl: Check = ({ report: { config, files } }) => {
  const { siteUrl, feed } = config
  const fix = 'Set siteUrl in fw.config.ts to the public origin, as "https://shop.example".'
  if (siteUrl === undefined) {
    if (files.feed !== undefined || feed !== undefined)
      return [error('siteUrl', 'It is not set, and the feed needs it: there is no /rss.xml.', fix)]
    return [
      warning(
        'siteUrl',
        'It is not set: no sitemap, no robots.txt, and relative images and canonical addresses are left out.',
        fix,
      ),
    ]
  }
  const { hostname, protocol } = new URL(siteUrl)
  if (/^(?:localhost|127\.|\[::1\])/.test(hostname))
    return [warning('siteUrl', `${siteUrl} is this machine: the addresses made of it lead nowhere else.`, fix)]
  if (protocol === 'http:')
    return [warning('siteUrl', `${siteUrl} is not encrypted: session cookies are for https alone.`, fix)]
  return [ok('siteUrl', siteUrl)]
}

export const checkCsp: Check = ({ report: { config } }) => {
  const { csp, output } = config
  if (csp === undefined || csp === false) return []
  if (output !== 'static') return [ok('csp', 'Every page is sent with a policy.')]
  if (typeof csp === 'object' && csp.static === 'hash')
    return [ok('csp', 'Every page names the hashes of its scripts.')]
  return [
    warning(
      'csp',
      'Static output takes no notice of it: a nonce is for one answer, and these pages are files.',
      "Write csp: { static: 'hash' }, or send the policy from where the files are hosted.",
    ),
  ]
}

export const checkRemote: Check = ({ report: { remote } }) =>
  remote.flatMap(({ name, url, reachable, reason = '', tools }): readonly Finding[] => {
    if (!reachable)
      return [
        warning(
          'mcp',
          `${name} (${url}) does not answer: ${reason}`,
          'Until it does, the agent goes without its tools.',
        ),
      ]
    const changed = tools.filter(({ pin }) => pin === 'changed').map(({ tool }) => tool)
    if (changed.length === 0) return [ok('mcp', `${name} answers.`)]
    const fix =
      'Read what they say about themselves now ("fw dev" shows it), and keep mcp-tools.lock.json if it is well.'
    return [warning('mcp', `${name}: ${changed.join(', ')} changed since mcp-tools.lock.json was written.`, fix)]
  })
