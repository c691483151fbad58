/** Returns a member of a form. A field with the same name, such as `method` or `submit`, hides it from `form.method`. */
export function getFormMember<Name extends 'action' | 'elements' | 'enctype' | 'method'>(
  form: HTMLFormElement,
  name: Name,
): HTMLFormElement[Name] {
  return Reflect.get(HTMLFormElement.prototype, name, form)
}
