/**
 * Writes the questions of another server as plain text, for places without forms. The words of the server are quoted, so
 * that none of them adds a line or a link: a person responds at the URL in the last line only.
 */
import { escapeHidden } from '../agent/hidden-text.ts'
import type { CallQuestions, ServerQuestion } from '../agent/question.ts'
import { formatTime, type Reader } from './format-scalar.ts'
import { cutLine, type ShownCall } from './shown-call.ts'

/** Characters of one question. */
const MESSAGE_MAX = 300

/** @param respondAt URL at which a person responds. It has the whole question. */
export function writeQuestions(
  { title, tool, expiresAt }: ShownCall,
  { server, questions }: CallQuestions,
  reader: Reader,
  respondAt: string,
): string {
  return [
    title === undefined ? tool : `${title} (${tool})`,
    `The server ${cutLine(escapeHidden(server), MESSAGE_MAX)} asks you, in its own words:`,
    ...questions.map(writeQuestion),
    `Respond or decline until ${formatTime(expiresAt, reader, 'minutes')}: ${respondAt}`,
  ].join('\n')
}

function writeQuestion({ message }: ServerQuestion): string {
  return `- ${escapeHidden(JSON.stringify(cutLine(message, MESSAGE_MAX)))}`
}
