import { api, type Call } from '@fw/runtime'

type JSONValue = string | number | boolean | null | JSONObject | JSONArray
interface JSONObject {
  [key: string]: JSONValue
}
type JSONArray = JSONValue[]

interface Tree {
  /** What it is called. */
  name: string
  children: Tree[]
  parent?: Tree | null
}

interface LinkedList<Value> {
  value: Value
  next?: LinkedList<Value>
}

type Even = { odd?: Odd }
type Odd = { even?: Even }

export const json = api({ run: async ({ input }: Call<{ any: JSONValue; list: JSONArray; map: JSONObject }>) => input.any })

export const tree = api({ run: async ({ input }: Call<Tree>): Promise<Tree> => input })

export const list = api<{ texts: LinkedList<string>; numbers: LinkedList<number> }, null>({ run: async () => null })

export const mutual = api<Even, null>({ run: async () => null })
