/** Returns a member of a form. A field with the same name, such as `method` or `submit`, hides it from `form.method`. */
export function getFormMember<Name extends 'action' | 'elements' | 'enctype' | 'method'>(
  form: HTMLFormElement,
  name: Name,
): HTMLFormElement[Name] {
  return Reflect.get(HTMLFormElement.prototype, name, form)
}

/** Returns an attribute of a submission, which the pressed button can set for itself. */
export function readSubmission(
  { target: form, submitter }: SubmitEvent,
  name: 'action' | 'enctype' | 'method' | 'target',
): string {
  return submitter?.getAttribute(`form${name}`) ?? (form as HTMLFormElement).getAttribute(name) ?? ''
}

/** Whether the browser would post the form to its page, in the same window. */
export function isSentHere(event: SubmitEvent): boolean {
  return (
    /^post$/i.test(readSubmission(event, 'method')) &&
    !readSubmission(event, 'action') &&
    !readSubmission(event, 'target')
  )
}
