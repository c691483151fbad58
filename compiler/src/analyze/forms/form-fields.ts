/** Checks the fields of forms against the inputs of the apis that they are submitted to. */

import { fieldSteps, joinPath, nearestName } from '@fw/runtime/contract'
import { createSpan } from '#diagnostic/code-frame.ts'
import { nearestFix } from '#diagnostic/fix.ts'
import type { ApiModel, ApiModuleModel, Fix, SourceSpan } from '#model.ts'
import type { TypeTree } from '#type-tree.ts'
import { fieldMembers, findMember, findMissingMembers } from '../apis/input-members.ts'
import { readWrittenInput, type Steps } from '../apis/written-input.ts'
import type { AppReader } from '../app-reader.ts'
import type { ResolveImport } from '../modules/resolve-import.ts'
import { getTree, readOnce } from '../modules/tree-cache.ts'
import type { FormField } from './form-markup.ts'
import { type FormUse, readForms } from './form-uses.ts'

/** The name of a form's field that isn't a value in the input of its api. */
export interface FormFieldFact {
  readonly tool: string
  readonly name: string
  /** `part`: the name refers to a value with members of its own. */
  readonly problem: 'unknown' | 'part'
  /** Possible full names in its place, or below it. */
  readonly known: readonly string[]
  readonly nearest?: string
  readonly span: SourceSpan
  /** Span of the api. */
  readonly declared: SourceSpan
  readonly fixes?: readonly Fix[]
}

/** A completely known form without a field for a required input. */
export interface UnfilledFormFact {
  readonly tool: string
  /** Names with the position of the member, or of the api if the member is declared in another file. */
  readonly missing: readonly { readonly name: string; readonly span: SourceSpan }[]
  /** Span of the form's `action`. */
  readonly span: SourceSpan
}

interface FormSources {
  /** Files with JSX, relative to the root. */
  readonly files: readonly string[]
  readonly resolveImport: ResolveImport
  /** Returns the api module of a file, with the contracts of its inputs. */
  moduleOf(file: string): ApiModuleModel | undefined
}

export interface AnalyzedForms {
  readonly formFields: readonly FormFieldFact[]
  readonly unfilledForms: readonly UnfilledFormFact[]
}

export function analyzeForms(reader: AppReader, sources: FormSources): AnalyzedForms {
  const formFields: FormFieldFact[] = []
  const unfilledForms: UnfilledFormFact[] = []
  for (const file of sources.files) {
    const read = readOnce(reader, file, readForms)
    for (const form of read?.forms ?? []) {
      const found = inputOfForm(reader, sources, file, form)
      if (read === undefined || found === undefined) continue
      const { api, input } = found
      const facts = fieldFacts(form, api, input, { file, text: read.text })
      formFields.push(...facts)
      // A misspelled name is reported once.
      const names = [...form.fields, ...facts].flatMap((one) => ('nearest' in one ? (one.nearest ?? []) : one.name))
      const named = names.map((name) => stepsIn(input.tree, name))
      const missing = form.isWhole ? findMissingMembers(input.tree, named) : []
      if (missing.length > 0)
        unfilledForms.push({
          tool: api.tool,
          missing: missing.map((steps) => ({ name: toFieldName(steps), span: input.placeOf(steps) ?? api.span })),
          span: createSpan(file, read.text, form.start, form.end),
        })
    }
  }
  return { formFields, unfilledForms }
}

/** In an editor: returns possible names for the field whose name begins at `start`. Empty if they are unknown. */
export function fieldNamesAt(
  reader: AppReader,
  sources: FormSources,
  file: string,
  start: number,
): readonly { readonly name: string; readonly description: string }[] {
  const forms = readOnce(reader, file, readForms)?.forms ?? []
  const form = forms.find(({ fields }) => fields.some((field) => field.start === start && !field.isTyped))
  const found = form && inputOfForm(reader, sources, file, form)
  if (form === undefined || found === undefined) return []
  const { api, input } = found
  const others = new Set(form.fields.filter((field) => field.start !== start).map(({ name }) => name))
  return fieldMembers(input.tree).flatMap(({ steps, description = `Submitted to ${api.tool}.` }) => {
    const name = toFieldName(steps)
    return others.has(name) ? [] : [{ name, description }]
  })
}

function inputOfForm(
  reader: AppReader,
  { resolveImport, moduleOf }: FormSources,
  file: string,
  { specifier, exportName }: FormUse,
): { readonly api: ApiModel; readonly input: Input } | undefined {
  const module = resolveImport(specifier, file)
  const apis = module === undefined ? undefined : moduleOf(module)?.apis
  const api = apis?.find((one) => one.exportName === exportName)
  const input = api && findInput(reader, api)
  return api && input && { api, input }
}

interface Input {
  readonly tree: TypeTree
  placeOf(steps: Steps): SourceSpan | undefined
}

/** Returns `undefined` if the input is known only at run time. */
function findInput(reader: AppReader, { exportName, input, span: { file } }: ApiModel): Input | undefined {
  if (input.source === 'none') return { tree: NOTHING, placeOf: () => undefined }
  if (input.source === 'pending') return undefined
  const source = getTree(reader, file)
  const written = source && readWrittenInput(reader.ts, source, exportName)
  const findPlace = (steps: Steps) => {
    const node = written?.placeOf(steps)
    return source && node && createSpan(file, source.text, node.getStart(source), node.end)
  }
  if (input.source === 'type') return { tree: input.tree, placeOf: findPlace }
  return written?.built && { tree: { root: written.built, defs: {} }, placeOf: findPlace }
}

const NOTHING: TypeTree = { root: { kind: 'object', properties: [] }, defs: {} }

/** A member's own name may contain path syntax. */
function stepsIn({ root }: TypeTree, name: string): Steps {
  const isOwn = root.kind === 'object' && root.properties.some((one) => one.name === name)
  return isOwn ? [name] : fieldSteps(name)
}

function toFieldName(steps: Steps): string {
  return steps.length === 1 ? String(steps[0]) : steps.reduce<string>(joinPath, '')
}

interface FileText {
  readonly file: string
  readonly text: string
}

function fieldFacts({ fields }: FormUse, api: ApiModel, { tree }: Input, { file, text }: FileText): FormFieldFact[] {
  const used = new Set(fields.map(({ name }) => name))
  return fields.flatMap((field): FormFieldFact[] => {
    const { name, isFile, isTyped, start, end } = field
    if (isTyped || name === '' || OURS.test(name)) return []
    const steps = stepsIn(tree, name)
    const found = findMember(tree, steps)
    const span = createSpan(file, text, start, end)
    const fact = { tool: api.tool, name, span, declared: api.span }
    if (found.kind === 'value' || (found.kind === 'part' && isFile)) return []
    if (found.kind === 'part')
      return [{ ...fact, problem: 'part', known: found.members.map((one) => toFieldName([...steps, ...one])) }]
    const { known, at } = found
    const near = findNearest(field, steps, at, known, used)
    const prefix = steps.slice(0, at)
    const fixes =
      near !== undefined && field.isText
        ? nearestFix(near, createSpan(file, text, start + 1, end - 1), (one) => one)
        : {}
    const names = known.map((one) => toFieldName([...prefix, one]))
    return [{ ...fact, problem: 'unknown', known: names, ...(near !== undefined && { nearest: near }), ...fixes }]
  })
}

/** Names that the server reads itself. */
const OURS = /^(?:fw:.*|_charset_)$/

/** Returns the whole name with the wrong step corrected; prefers a name that the form doesn't have yet. */
function findNearest(
  { name }: FormField,
  steps: Steps,
  at: number,
  known: readonly string[],
  used: ReadonlySet<string>,
): string | undefined {
  const correctName = (member: string) => toFieldName([...steps.slice(0, at), member, ...steps.slice(at + 1)])
  const wrong = String(steps[at])
  const free = known.filter((member) => !used.has(correctName(member)))
  const nearest = nearestName(wrong, free) ?? nearestName(wrong, known)
  return nearest === undefined ? undefined : correctName(nearest) + (name.endsWith('[]') ? '[]' : '')
}
