import { getMessage, isSafeAddress, listParams, nearestName, parseApiAddress } from '@fw/runtime/contract'
import { findMember } from '#analyze/apis/input-members.ts'
import type { ApiModel } from '#model.ts'
import { createRule } from '../rule.ts'

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
  },
  collectFile: ({ model }) => (model?.apis ?? []).filter(({ http }) => http !== undefined),
  check(facts: readonly ApiModel[], report) {
    for (const api of facts) {
      const { tool, http, readonly } = api
      if (http === undefined) continue
      const { address: written, span } = http
      const finding = { span, tools: [tool] }
      const address = parse(written)
      if ('problem' in address) {
        report('invalid', { ...finding, data: { tool, problem: address.problem } })
        continue
      }
      if (isSafeAddress(address) && readonly !== true)
        report('unsafe', { ...finding, data: { tool, address: written } })
      for (const name of listParams(address.segments)) {
        const found = findInput(api, name)
        if (found.kind === 'part') report('part', { ...finding, data: { tool, name } })
        if (found.kind !== 'unknown') continue
        const nearest = nearestName(name, found.known)
        if (nearest === undefined) report('param', { ...finding, data: { tool, name } })
        else report('near', { ...finding, data: { tool, name, nearest } })
      }
    }
  },
})

/** The server checks the names of a schema in the source, which is known only at run time. */
function findInput({ input }: ApiModel, name: string): ReturnType<typeof findMember> {
  if (input.source === 'none') return { kind: 'unknown', at: 0, known: [] }
  return input.source === 'type' ? findMember(input.tree, [name]) : { kind: 'value' }
}

function parse(address: string): ReturnType<typeof parseApiAddress> | { readonly problem: string } {
  try {
    return parseApiAddress(address)
  } catch (error) {
    return { problem: getMessage(error) }
  }
}
