/** The form for the questions of another server in a card. All words of a question are the server's, and shown as text. */
import { escapeHidden } from '#contract/agent/hidden-text.ts'
import type { CallQuestions, FormContent, QuestionField, ServerQuestion } from '#contract/agent/question.ts'
import {
  ASKER_NOTE,
  describeControl,
  describeLimits,
  LINK_NOTE,
  readControl,
  SECRET_WARNING,
  writeDefault,
} from '#contract/approval/question-control.ts'
import { joinPath } from '#contract/schema/issue.ts'
import type { Issue } from '#contract/schema/validation.ts'
import { element, textNodes } from './value-nodes.ts'

interface QuestionForm {
  readonly node: HTMLElement
  /** Label of the button that sends the responses. */
  readonly sendLabel: string
  /** Returns the values of the forms, by the names of the questions and of their fields. */
  read(): Readonly<Record<string, FormContent>>
  /** Shows what is wrong with the values, and moves the focus to the first of them. */
  showIssues(issues: readonly Issue[]): void
}

/** @param id Beginning of the ids of the fields. */
export function questionNodes({ server, questions }: CallQuestions, id: string): QuestionForm {
  const fields = new Map<string, FieldNodes>()
  const parts = questions.flatMap((question, index) => renderQuestion(question, `${id}-${index}`, fields))
  const wrong = element('p', { class: 'wrong', role: 'alert' })
  const title = element('h4', {}, 'Question of the server ', element('code', {}, ...textNodes(server)))
  return {
    node: element('section', {}, title, element('p', { class: 'soft' }, ASKER_NOTE), wrong, ...parts),
    sendLabel: questions.some(({ kind }) => kind === 'form') ? `Send to ${new URL(server).host}` : 'Continue',
    read() {
      const contents = questions.flatMap((question) => {
        if (question.kind !== 'form') return []
        const values = question.fields.flatMap((field) => {
          const value = readControl(field, fields.get(createPath(question, field))?.read() ?? [])
          return value === undefined ? [] : [[field.name, value] as const]
        })
        return [[question.name, Object.fromEntries(values)] as const]
      })
      return Object.fromEntries(contents)
    },
    showIssues(issues) {
      wrong.replaceChildren('Not sent. Some values do not fit.')
      let first: FieldNodes | undefined
      for (const [path, nodes] of fields) {
        const own = issues.filter((issue) => issue.path === path || issue.path.startsWith(`${path}[`))
        nodes.showIssues(own.map(({ message }) => message))
        if (own.length > 0) first ??= nodes
      }
      first?.focus()
    },
  }
}

function createPath({ name }: ServerQuestion, field: QuestionField): string {
  return joinPath(joinPath('responses', name), field.name)
}

function renderQuestion(question: ServerQuestion, id: string, fields: Map<string, FieldNodes>): readonly Node[] {
  const message = element('blockquote', {}, element('bdi', { class: 'code' }, ...textNodes(question.message)))
  if (question.kind === 'link') return [message, ...linkNodes(question.url)]
  const nodes = question.fields.map((field, index) => {
    const made = fieldNodes(field, `${id}-${index}`)
    fields.set(createPath(question, field), made)
    return made.node
  })
  return [message, ...nodes]
}

/** The page isn't opened automatically. Its host is shown apart, because a long URL hides it. */
function linkNodes(url: string): readonly Node[] {
  const { host, protocol } = new URL(url)
  const link = element('a', { href: url, target: '_blank', rel: 'noopener noreferrer nofollow' }, ...textNodes(url))
  return [
    element('p', {}, `${LINK_NOTE} Host: `, element('strong', {}, host)),
    element('p', {}, link),
    ...(protocol === 'https:' ? [] : [element('p', { class: 'wrong' }, 'This page is not encrypted.')]),
  ]
}

interface FieldNodes {
  readonly node: HTMLElement
  /** Returns the values of the control. */
  read(): readonly string[]
  showIssues(messages: readonly string[]): void
  focus(): void
}

function fieldNodes(field: QuestionField, id: string): FieldNodes {
  const { name, title = name, description, isRequired, isSecret } = field
  const limits = describeLimits(field)
  const wrong = element('div')
  const about = element(
    'div',
    { id: `${id}-about` },
    ...(isSecret ? [element('p', {}, element('strong', {}, SECRET_WARNING))] : []),
    ...(description === undefined ? [] : [element('p', { class: 'soft' }, ...textNodes(description))]),
    ...(limits === undefined ? [] : [element('p', { class: 'soft' }, limits)]),
    wrong,
  )
  const label = [
    element('bdi', {}, ...textNodes(title)),
    ...(isRequired ? [] : [' ', element('span', { class: 'soft' }, '(optional)')]),
  ]
  const { node, controls } = controlNodes(field, id, { label, about })
  return {
    node,
    read: () =>
      controls.flatMap((control) =>
        control instanceof HTMLInputElement && control.type === 'checkbox' && !control.checked ? [] : [control.value],
      ),
    showIssues(messages) {
      wrong.replaceChildren(...messages.map((message) => element('p', { class: 'wrong' }, ...textNodes(message))))
      for (const control of controls) control.ariaInvalid = messages.length > 0 ? 'true' : null
    },
    focus: () => controls[0]?.focus(),
  }
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

interface Around {
  readonly label: readonly (Node | string)[]
  readonly about: HTMLElement
}

/** Creates the control of a field with its label, or a group of controls. */
function controlNodes(
  field: QuestionField,
  id: string,
  { label, about }: Around,
): { readonly node: HTMLElement; readonly controls: readonly Control[] } {
  const described = describeControl(field)
  const values = writeDefault(field)
  const common = { id, 'aria-describedby': about.id, autocomplete: 'off', ...(field.isRequired && { required: '' }) }
  if (described.kind === 'checkboxes') {
    const boxes = described.options.map(({ value, title = value }) => {
      const box = element('input', { type: 'checkbox', value, ...(values.includes(value) && { checked: '' }) })
      return { box, node: element('label', {}, box, ' ', element('bdi', {}, ...textNodes(title))) }
    })
    const group = { class: 'field', 'aria-describedby': about.id }
    const node = element('fieldset', group, element('legend', {}, ...label), about, ...boxes.map((one) => one.node))
    return { node, controls: boxes.map(({ box }) => box) }
  }
  const control = createControl(described, common, values[0] ?? '')
  const node = element('div', { class: 'field' }, element('label', { for: id }, ...label), about, control)
  return { node, controls: [control] }
}

function createControl(
  described: Exclude<ReturnType<typeof describeControl>, { readonly kind: 'checkboxes' }>,
  common: Readonly<Record<string, string>>,
  value: string,
): Control {
  if (described.kind === 'input') return element('input', { ...described.attributes, ...common, value })
  if (described.kind === 'textarea') return element('textarea', { ...described.attributes, ...common }, value)
  const options = described.options.map((option) =>
    // An option contains only text, so its hidden characters can't be marked.
    element(
      'option',
      { value: option.value, ...(option.value === value && { selected: '' }) },
      escapeHidden(option.title ?? option.value),
    ),
  )
  return element('select', common, ...options)
}
