/** Prompts for the options that the command line leaves out. */
import { cancel, confirm, intro, isCancel, select, text } from '@clack/prompts'
import { CreateError } from './fail.ts'
import type { Template } from './templates.ts'
import { resolveNewApp } from './write-app.ts'

interface Questions {
  readonly name?: string
  readonly template?: Template
  readonly install?: boolean
  readonly git?: boolean
}

type Answers = Required<Questions>

/** Prompts for each missing option. Returns `undefined` when the user cancels with Ctrl-C or Escape. */
export async function promptUser(
  given: Questions,
  templates: readonly Template[],
  cwd: string,
): Promise<Answers | undefined> {
  intro('A new fw app')
  const name =
    given.name ?? (await text({ message: 'Folder of the app?', placeholder: 'my-app', validate: nameProblem(cwd) }))
  if (isCancel(name)) return stop()
  const template =
    given.template ?? (await select({ message: 'Which template or example?', options: templates.map(toOption) }))
  if (isCancel(template)) return stop()
  const install = given.install ?? (await confirm({ message: 'Install dependencies?' }))
  if (isCancel(install)) return stop()
  const git = given.git ?? (await confirm({ message: 'Create a git repository?' }))
  if (isCancel(git)) return stop()
  return { name, template, install, git }
}

function stop(): undefined {
  cancel('Cancelled. Nothing was created.')
}

function toOption(template: Template) {
  const { name, kind, description } = template
  return { value: template, label: kind === 'template' ? name : `${name} (${kind})`, hint: description }
}

function nameProblem(cwd: string) {
  return (name: string | undefined): string | undefined => {
    if (!name) return 'Enter a folder name.'
    try {
      resolveNewApp(name, cwd)
      return undefined
    } catch (error) {
      if (error instanceof CreateError) return error.message
      throw error
    }
  }
}
