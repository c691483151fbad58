/**
 * Renders the questions of another server as a form, and reads the form that the user sends. All words of a question are
 * the server's: they are shown as text, below its URL. Fields are named by their positions, so that a server can't choose
 * the name of a field.
 */
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
import { APPROVE_PATH } from '#contract/http/path.ts'
import { joinPath } from '#contract/schema/issue.ts'
import type { Issue } from '#contract/schema/validation.ts'
import { escapeHtml } from '#wire/html.ts'
import { visibleText } from './value-view.ts'
import { escapeJson } from './visible-text.ts'

/** A form that a user has sent, and what is wrong with it. */
export interface FilledForm {
  readonly form: URLSearchParams
  readonly issues: readonly Issue[]
}

/**
 * Renders the questions of a proposal with a button that sends the responses.
 *
 * @param hidden The hidden fields of the form.
 */
export function questionForm(hidden: string, { server, questions }: CallQuestions, filled?: FilledForm): string {
  const parts = questions.map((question, index) => renderQuestion(question, index, filled))
  const wrong = filled === undefined ? '' : '<p class="wrong" role="alert">Not sent. Some values do not fit.</p>'
  const isForm = questions.some(({ kind }) => kind === 'form')
  const label = isForm ? `Send to ${escapeHtml(new URL(server).host)}` : 'Continue'
  const title = `<h3>Question of the server <code>${escapeHtml(server)}</code></h3><p class="about">${ASKER_NOTE}</p>`
  return `<section class="asked">${title}${wrong}<form method="post" action="${APPROVE_PATH}" autocomplete="off">${hidden}${parts.join('')}<button type="submit" class="approve">${label}</button></form></section>`
}

function renderQuestion(question: ServerQuestion, index: number, filled: FilledForm | undefined): string {
  const message = `<blockquote><bdi class="text">${visibleText(question.message)}</bdi></blockquote>`
  if (question.kind === 'link') return message + renderLink(question.url)
  const fields = question.fields.map((field, position) => {
    const key = createKey(index, position)
    const path = joinPath(joinPath('responses', question.name), field.name)
    const issues = (filled?.issues ?? []).filter((issue) => issue.path === path || issue.path.startsWith(`${path}[`))
    const sent = field.isSecret ? [] : filled?.form.getAll(key)
    return renderField(field, { key, issues, values: sent ?? writeDefault(field) })
  })
  return message + fields.join('')
}

/** The page isn't opened automatically. Its host is shown apart, because a long URL hides it. */
function renderLink(url: string): string {
  const { host, protocol } = new URL(url)
  const link = `<a href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer nofollow">${visibleText(url)}</a>`
  const insecure = protocol === 'https:' ? '' : '<p class="wrong">This page is not encrypted.</p>'
  return `<p>${LINK_NOTE} Host: <strong>${escapeHtml(host)}</strong></p><p>${link}</p>${insecure}`
}

interface FieldState {
  /** Name of the control. */
  readonly key: string
  readonly issues: readonly Issue[]
  readonly values: readonly string[]
}

function renderField(field: QuestionField, { key, issues, values }: FieldState): string {
  const { name, title, description, isRequired, isSecret } = field
  const limits = describeLimits(field)
  const notes = [
    ...(isSecret ? [`<strong>${SECRET_WARNING}</strong>`] : []),
    ...(description === undefined ? [] : [visibleText(description)]),
    ...(limits === undefined ? [] : [limits]),
  ]
  const about = notes.map((note) => `<p class="about">${note}</p>`).join('')
  const wrong = issues.map(({ message }) => `<p class="wrong">${visibleText(message)}</p>`).join('')
  const label = `<bdi>${visibleText(title ?? name)}</bdi>${isRequired ? '' : ' <span class="about">(optional)</span>'}`
  const described = `<div id="${key}-about">${about}${wrong}</div>`
  const state = `aria-describedby="${key}-about"${issues.length > 0 ? ' aria-invalid="true"' : ''}`
  const control = describeControl(field)
  if (control.kind === 'checkboxes') {
    const boxes = control.options.map(({ value, title: text = value }) => {
      const checked = values.includes(value) ? ' checked' : ''
      return `<label><input type="checkbox" name="${key}" value="${escapeHtml(value)}"${checked}> <bdi>${visibleText(text)}</bdi></label>`
    })
    return `<fieldset class="field" ${state}><legend>${label}</legend>${described}${boxes.join('')}</fieldset>`
  }
  const common = `id="${key}" name="${key}" ${state}${isRequired ? ' required' : ''}`
  const shown = renderControl(control, common, values[0] ?? '')
  return `<div class="field"><label for="${key}">${label}</label>${described}${shown}</div>`
}

function renderControl(
  control: Exclude<ReturnType<typeof describeControl>, { readonly kind: 'checkboxes' }>,
  common: string,
  given: string,
): string {
  if (control.kind === 'select') {
    const options = control.options.map(({ value, title = value }) => {
      const selected = value === given ? ' selected' : ''
      // An option contains only text, so its hidden characters can't be marked.
      return `<option value="${escapeHtml(value)}"${selected}>${escapeHtml(escapeJson(title))}</option>`
    })
    return `<select ${common}>${options.join('')}</select>`
  }
  const attributes = Object.entries(control.attributes).map(([name, value]) => ` ${name}="${value}"`)
  if (control.kind === 'textarea') return `<textarea${attributes.join('')} ${common}>\n${escapeHtml(given)}</textarea>`
  return `<input${attributes.join('')} value="${escapeHtml(given)}" ${common}>`
}

function createKey(question: number, field: number): string {
  return `response-${question}-${field}`
}

/** Reads the values of a sent form: those of each question, by the names of its fields. An empty field has no value. */
export function readQuestionForm({ questions }: CallQuestions, form: URLSearchParams): Record<string, FormContent> {
  const contents = questions.flatMap((question, index) => {
    if (question.kind !== 'form') return []
    const values = question.fields.flatMap((field, position) => {
      const value = readControl(field, form.getAll(createKey(index, position)))
      return value === undefined ? [] : [[field.name, value] as const]
    })
    return [[question.name, Object.fromEntries(values)] as const]
  })
  return Object.fromEntries(contents)
}
