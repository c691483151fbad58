import {
  type ApiAddress,
  getMessage,
  isSafeAddress,
  listParams,
  nearestName,
  parseApiAddress,
} from '@fw/runtime/contract'
import { BUILT_IN_MATCHERS } from '@fw/runtime/tooling'
import { findMember } from '#analyze/apis/input-members.ts'
import type { ApiModel, SourceSpan } from '#model.ts'
import { createRule } from '../rule.ts'

interface AddressProblem {
  readonly id: 'invalid' | 'unsafe' | 'param' | 'near' | 'part' | 'matcher'
  readonly span: SourceSpan
  /** Values of the message, which needs some of them. */
  readonly data: Readonly<Record<'tool' | 'address' | 'problem' | 'name' | 'nearest', string>>
}

/** The server wouldn't start, or no request could have a valid input. */
export const apiAddress = createRule({
  code: 'api-address',
  number: 1145,
  severity: 'error',
  title: "An api's address can't be used",
  messages: {
    invalid: 'The address of {tool} is invalid. {problem}',
    unsafe:
      '{tool} has the address "{address}" and isn\'t readonly, but browsers and caches repeat a GET at will. Add readonly: true if it changes nothing, or use POST.',
    param:
      'The path of {tool} has the parameter "{name}", which isn\'t a member of its input. Add it to the input, or rename the parameter.',
    near: 'The path of {tool} has the parameter "{name}", which isn\'t a member of its input. Did you mean "{nearest}"?',
    part: 'The parameter "{name}" of {tool} is an object in its input, which a part of a path can\'t be. Rename the parameter, or move the object\'s members into the input.',
    matcher: 'Unknown matcher "{name}" in the path of {tool}. Export it from src/matchers.ts, or use integer or uuid.',
  },
  collectFile: ({ model }) => (model?.apis ?? []).flatMap(findProblems),
  collect({ modules, outline }) {
    const { matchers } = outline.conventions
    return matchers === undefined ? [] : modules.flatMap(({ model }) => findUnknownMatchers(model.apis, matchers))
  },
  check(facts: readonly AddressProblem[], report) {
    for (const { id, span, data } of facts) report(id, { span, tools: [data.tool], data })
  },
})

function findProblems(api: ApiModel): readonly AddressProblem[] {
  const { http, readonly } = api
  if (http === undefined) return []
  const address = parse(http.address)
  if ('problem' in address) return [createProblem(api, 'invalid', address)]
  const unsafe = isSafeAddress(address) && readonly !== true ? [createProblem(api, 'unsafe', {})] : []
  const params = listParams(address.segments).flatMap((name): readonly AddressProblem[] => {
    const found = findInput(api, name)
    if (found.kind === 'part') return [createProblem(api, 'part', { name })]
    if (found.kind !== 'unknown') return []
    const nearest = nearestName(name, found.known)
    return [
      nearest === undefined ? createProblem(api, 'param', { name }) : createProblem(api, 'near', { name, nearest }),
    ]
  })
  return [...unsafe, ...params]
}

function findUnknownMatchers(apis: readonly ApiModel[], exported: readonly string[]): readonly AddressProblem[] {
  const known = [...exported, ...Object.keys(BUILT_IN_MATCHERS)]
  return apis.flatMap((api) => {
    const address = api.http && parse(api.http.address)
    if (address === undefined || 'problem' in address) return []
    return address.segments.flatMap((segment) => {
      const name = segment.kind === 'static' ? undefined : segment.matcher
      return name === undefined || known.includes(name) ? [] : [createProblem(api, 'matcher', { name })]
    })
  })
}

function createProblem(
  { tool, http, span }: ApiModel,
  id: AddressProblem['id'],
  { problem = '', name = '', nearest = '' }: Partial<AddressProblem['data']>,
): AddressProblem {
  return { id, span: http?.span ?? span, data: { tool, address: http?.address ?? '', problem, name, nearest } }
}

/** The server checks the names of a schema in the source, which is known only at run time. */
function findInput({ input }: ApiModel, name: string): ReturnType<typeof findMember> {
  if (input.source === 'none') return { kind: 'unknown', at: 0, known: [] }
  return input.source === 'type' ? findMember(input.tree, [name]) : { kind: 'value' }
}

function parse(address: string): ApiAddress | { readonly problem: string } {
  try {
    return parseApiAddress(address)
  } catch (error) {
    return { problem: getMessage(error) }
  }
}
