/**
 * Renders the questions of another server as a form, and reads the form that the user sends. All words of a question are
 * the server's: they are shown as text, below its URL. Fields are named by their positions, so that a server can't choose
 * the name of a field.
 */
import type { CallQuestions, FieldValue, FormContent, QuestionField, ServerQuestion } from '#contract/agent/question.ts'
import { APPROVE_PATH } from '#contract/http/path.ts'
import { joinPath } from '#contract/schema/issue.ts'
import type { Issue } from '#contract/schema/validation.ts'
import { escapeHtml } from '#wire/html.ts'
import { visibleText } from './value-view.ts'

/** A form that a user has sent, and what is wrong with it. */
export interface FilledForm {
  readonly form: URLSearchParams
  readonly issues: readonly Issue[]
}

/** Renders the questions of a proposal with a button that sends the responses. */
export function questionForm(id: string, { server, questions }: CallQuestions, filled?: FilledForm): string {
  const parts = questions.map((question, index) => renderQuestion(question, index, filled))
  const host = escapeHtml(URL.canParse(server) ? new URL(server).host : server)
  const wrong =
    filled === undefined ? '' : '<p class="wrong" role="alert">Not sent. Some values do not fit: see below.</p>'
  const isForm = questions.some(({ kind }) => kind === 'form')
  const label = isForm ? `Send to ${host}` : 'Continue'
  return `<section class="asked"><h3>Question of the server <code>${escapeHtml(server)}</code></h3><p class="about">The server wrote the text below, not this app. Your response is sent to it.</p>${wrong}<form method="post" action="${APPROVE_PATH}" autocomplete="off"><input type="hidden" name="id" value="${escapeHtml(id)}">${parts.join('')}<button type="submit" class="approve">${label}</button></form></section>`
}

function renderQuestion(question: ServerQuestion, index: number, filled: FilledForm | undefined): string {
  const message = `<blockquote><bdi class="text">${visibleText(question.message)}</bdi></blockquote>`
  if (question.kind === 'link') return message + renderLink(question.url)
  const fields = question.fields.map((field, position) => {
    const key = createKey(index, position)
    const path = joinPath(joinPath('responses', question.name), field.name)
    const issues = (filled?.issues ?? []).filter((issue) => issue.path === path || issue.path.startsWith(`${path}[`))
    return renderField(field, { key, issues, values: field.isSecret ? undefined : filled?.form.getAll(key) })
  })
  return message + fields.join('')
}

/** The page isn't opened automatically. Its host is shown apart, because a long URL hides it. */
function renderLink(url: string): string {
  const { host, protocol } = new URL(url)
  const link = `<a href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer nofollow">${visibleText(url)}</a>`
  const insecure = protocol === 'https:' ? '' : '<p class="wrong">This page is not encrypted.</p>'
  return `<p>The server asks you to open a page of <strong>${escapeHtml(host)}</strong>. Check that you trust this host, then open it, and continue here afterwards:</p><p>${link}</p>${insecure}`
}

interface FieldState {
  /** Name of the control. */
  readonly key: string
  readonly issues: readonly Issue[]
  /** The values that the user has sent; `undefined` for a new form. */
  readonly values: readonly string[] | undefined
}

function renderField(field: QuestionField, { key, issues, values }: FieldState): string {
  const { name, title, description, isRequired, isSecret } = field
  const notes = [
    ...(isSecret ? [`<strong>${SECRET_WARNING}</strong>`] : []),
    ...(description === undefined ? [] : [visibleText(description)]),
    ...describeLimits(field),
  ]
  const about = notes.map((note) => `<p class="about">${note}</p>`).join('')
  const wrong = issues.map(({ message }) => `<p class="wrong">${visibleText(message)}</p>`).join('')
  const label = `<bdi>${visibleText(title ?? name)}</bdi>${isRequired ? '' : ' <span class="about">(optional)</span>'}`
  const described = `<div id="${key}-about">${about}${wrong}</div>`
  const state = `aria-describedby="${key}-about"${issues.length > 0 ? ' aria-invalid="true"' : ''}`
  if (field.kind === 'choices') {
    const chosen = values ?? field.default ?? []
    const boxes = field.options.map(
      (option) =>
        `<label><input type="checkbox" name="${key}" value="${escapeHtml(option.value)}"${chosen.includes(option.value) ? ' checked' : ''}> <bdi>${visibleText(option.title ?? option.value)}</bdi></label>`,
    )
    return `<fieldset class="field" ${state}><legend>${label}</legend>${described}${boxes.join('')}</fieldset>`
  }
  return `<div class="field"><label for="${key}">${label}</label>${described}${renderControl(field, key, state, values?.[0])}</div>`
}

const SECRET_WARNING =
  'This seems to ask for a password or another secret. A server must not ask for one in a form: leave it out, unless you are sure.'

function describeLimits(field: QuestionField): readonly string[] {
  if (field.kind === 'text' && field.format === 'date-time') return ['Date and time in UTC.']
  if (field.kind !== 'choices') return []
  const { minItems, maxItems } = field
  if (minItems !== undefined && maxItems !== undefined) return [`Choose ${minItems} to ${maxItems}.`]
  if (minItems !== undefined) return [`Choose at least ${minItems}.`]
  return maxItems === undefined ? [] : [`Choose at most ${maxItems}.`]
}

function renderControl(
  field: Exclude<QuestionField, { readonly kind: 'choices' }>,
  key: string,
  state: string,
  given: string | undefined,
): string {
  const common = `id="${key}" name="${key}" ${state}${field.isRequired ? ' required' : ''}`
  const value = given ?? writeDefault(field)
  if (field.kind === 'boolean' || field.kind === 'choice') {
    const options = field.kind === 'boolean' ? YES_NO : field.options
    const items = [{ value: '', title: '' }, ...options].map(
      (option) =>
        `<option value="${escapeHtml(option.value)}"${option.value === value ? ' selected' : ''}>${visibleOption(option.title ?? option.value)}</option>`,
    )
    return `<select ${common}>${items.join('')}</select>`
  }
  const shown = `value="${escapeHtml(value)}"`
  if (field.kind === 'number') {
    const { minimum, maximum, isInteger } = field
    const step = isInteger ? '1' : 'any'
    return `<input type="number" step="${step}"${limit('min', minimum)}${limit('max', maximum)} ${shown} ${common}>`
  }
  const type = field.isSecret ? 'password' : getInputType(field.format)
  const step = type === 'datetime-local' ? ' step="1"' : ''
  const lengths = `${limit('minlength', field.minLength)}${limit('maxlength', field.maxLength)}`
  if (type === 'text' && (field.maxLength ?? 0) > LONG_TEXT)
    return `<textarea rows="4"${lengths} ${common}>\n${escapeHtml(value)}</textarea>`
  return `<input type="${type}"${step}${lengths} ${shown} ${common}>`
}

/** A longer text has several lines. */
const LONG_TEXT = 300

const YES_NO = [
  { value: 'true', title: 'Yes' },
  { value: 'false', title: 'No' },
]

/** An option contains only text, so its hidden characters can't be marked. */
function visibleOption(text: string): string {
  return visibleText(text).replace(/<\/?mark>/g, '')
}

function limit(name: string, value: number | undefined): string {
  return value === undefined ? '' : ` ${name}="${value}"`
}

function getInputType(format: string | undefined): string {
  switch (format) {
    case 'email':
      return 'email'
    case 'uri':
      return 'url'
    case 'date':
      return 'date'
    case 'date-time':
      return 'datetime-local'
    default:
      return 'text'
  }
}

function writeDefault(field: QuestionField): string {
  const { default: value } = field
  if (value === undefined) return ''
  if (field.kind !== 'text' || field.format !== 'date-time') return String(value)
  const time = Date.parse(String(value))
  return Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 19)
}

function createKey(question: number, field: number): string {
  return `response-${question}-${field}`
}

/** Reads the values of a sent form: those of each question, by the names of its fields. An empty field has no value. */
export function readQuestionForm({ questions }: CallQuestions, form: URLSearchParams): Record<string, FormContent> {
  const contents = questions.flatMap((question, index) => {
    if (question.kind !== 'form') return []
    const values = question.fields.flatMap((field, position) => {
      const value = readValue(field, form.getAll(createKey(index, position)))
      return value === undefined ? [] : [[field.name, value] as const]
    })
    return [[question.name, Object.fromEntries(values)] as const]
  })
  return Object.fromEntries(contents)
}

function readValue(field: QuestionField, sent: readonly string[]): FieldValue | undefined {
  const [value = ''] = sent
  if (field.kind === 'choices') return sent.length > 0 || field.isRequired ? sent : undefined
  if (value === '') return undefined
  if (field.kind === 'text' && field.format === undefined) return value.replaceAll('\r\n', '\n')
  if (field.kind === 'number') return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value
  if (field.kind === 'boolean') return value === 'true' ? true : value === 'false' ? false : value
  // The control has no zone, and its seconds may be left out.
  if (
    field.kind === 'text' &&
    field.format === 'date-time' &&
    /^[^zZ+]{10,}$/.test(value) &&
    !/-\d\d:\d\d$/.test(value)
  )
    return `${value.length === 16 ? `${value}:00` : value}Z`
  return value
}
