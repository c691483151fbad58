/** What `defineAgent({ mcp })` may name: with `.fw/types` of the servers, the tools that they have. */
import type { AgentConfig, RemoteServer } from './agent.ts'
import type { Registered } from './api.ts'

/** `{ docs: { host: 'docs.example.com'; tools: 'search' | 'post' } }`. */
type KnownServers = Registered<'remoteServers', Record<never, never>>

/**
 * A configuration as it is written: its `mcp` filters name tools that these servers have, and it has no field that no agent
 * knows. (What a type parameter takes may have more fields than its constraint.)
 */
export type CheckedAgent<Config> = KnownFields<Config, AgentConfig> &
  (Config extends { readonly mcp: infer Servers } ? { readonly mcp: NamesTools<Servers> } : unknown)

/** One server or several; by index, since what lists have of their own is of no interest. */
type NamesTools<Servers> = Servers extends readonly unknown[]
  ? { readonly [Index in keyof Servers & (`${number}` | number)]: NamesToolsOf<Servers[Index]> }
  : Servers extends object
    ? NamesToolsOf<Servers>
    : Servers

type NamesToolsOf<Server> = KnownFields<Server, RemoteServer> & {
  readonly include?: readonly Pattern<ToolsOf<Server>>[]
  readonly exclude?: readonly Pattern<ToolsOf<Server>>[]
}

type KnownFields<Given, Known> = { readonly [Field in Exclude<keyof Given, keyof Known>]: never }

type ToolsOf<Server> =
  ServerName<Server> extends infer Name extends keyof KnownServers
    ? KnownServers[Name] extends { readonly tools: infer Tools extends string }
      ? Tools
      : string
    : string

/** As at run time: the name that it is given, else one that its host makes. */
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

/** A name, or the beginning of one and `.*`. */
type Pattern<Tool extends string> = string extends Tool ? string : Tool | `${Prefix<Tool>}.*`

type Prefix<Tool extends string> = Tool extends `${infer Head}.${infer Tail}` ? Head | `${Head}.${Prefix<Tail>}` : never
