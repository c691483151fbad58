/** Types that check the names in `defineAgent({ mcp })` against the tools of the servers in `.fw/types`. */

import type { Registered } from '../api.ts'
import type { AgentConfig, RemoteServer } from './agent.ts'

/** `{ docs: { host: 'docs.example.com'; tools: 'search' | 'post' } }`. */
type KnownServers = Registered<'remoteServers', Record<never, never>>

/**
 * Checks the literal type of a configuration: its `mcp` filters must name tools of these servers, and it must have no
 * unknown fields. (A type argument may have more fields than its constraint.)
 */
export type CheckedAgent<Config> = KnownFields<Config, AgentConfig> &
  (Config extends { readonly mcp: infer Servers } ? { readonly mcp: NamesTools<Servers> } : unknown)

/** One server or several. Mapped by index, to skip the array's own members. */
type NamesTools<Servers> = Servers extends readonly unknown[]
  ? { readonly [Index in keyof Servers & (`${number}` | number)]: NamesToolsOf<Servers[Index]> }
  : Servers extends object
    ? NamesToolsOf<Servers>
    : Servers

type NamesToolsOf<Server> = KnownFields<Server, RemoteServer> & {
  readonly include?: readonly Pattern<ToolsOf<Server>>[]
  readonly exclude?: readonly Pattern<ToolsOf<Server>>[]
  readonly readonly?: readonly Pattern<ToolsOf<Server>>[]
}

type KnownFields<Given, Known> = { readonly [Field in Exclude<keyof Given, keyof Known>]: never }

type ToolsOf<Server> =
  ServerName<Server> extends infer Name extends keyof KnownServers
    ? KnownServers[Name] extends { readonly tools: infer Tools extends string }
      ? Tools
      : string
    : string

/** The server's name as at run time: its `name`, or a name derived from its host. */
type ServerName<Server> = Server extends { readonly name: infer Name extends string }
  ? Name
  : Server extends { readonly url: `${string}://${infer Rest}` }
    ? HostName<Rest>
    : string

type HostName<Rest extends string> = Rest extends `${infer Host}${'/' | '?' | '#'}${string}`
  ? Underscored<Host>
  : Underscored<Rest>

type Underscored<Text extends string> = Text extends `${infer Head}${'.' | '-' | ':'}${infer Tail}`
  ? `${Head}_${Underscored<Tail>}`
  : Text

/** A tool name, or a prefix of one followed by `.*`. */
type Pattern<Tool extends string> = string extends Tool ? string : Tool | `${Prefix<Tool>}.*`

type Prefix<Tool extends string> = Tool extends `${infer Head}.${infer Tail}` ? Head | `${Head}.${Prefix<Tail>}` : never
