/** Functions of a generated package without their first argument. */
import type { Client } from './create-client.ts'

/** The functions of the modules, with the client bound. */
export type BoundModules<Modules> = {
  readonly [Name in keyof Modules]: {
    readonly [Key in keyof Modules[Name]]: Modules[Name][Key] extends (
      client: Client,
      ...rest: infer Rest
    ) => infer Result
      ? (...rest: Rest) => Result
      : never
  }
}

/**
 * Binds a client to all functions of some modules: `bindClient(client, { orders }).orders.list({})`. A bundle then has every
 * function of these modules.
 */
export function bindClient<Modules extends Readonly<Record<string, object>>>(
  client: Client,
  modules: Modules,
): BoundModules<Modules> {
  const bound = Object.entries(modules).map(([name, functions]) => [
    name,
    Object.fromEntries(
      Object.entries(functions).map(([key, call]: [string, BindableCall]) => [
        key,
        (...rest: readonly unknown[]) => call(client, ...rest),
      ]),
    ),
  ])
  return Object.fromEntries(bound) as BoundModules<Modules>
}

type BindableCall = (client: Client, ...rest: readonly unknown[]) => unknown
