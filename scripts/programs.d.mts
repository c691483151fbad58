/** A program and its first arguments. */
type Command = readonly [program: string, ...first: string[]]

export function npmCommand(env?: Readonly<Record<string, string | undefined>>, node?: string): Command
export function packageCommand(name: string, bin?: string): Command
