/** Removes a node of a body from its parent. A field with the name `remove` hides that method of its form. */
export function removeNode(node: ChildNode): void {
  const { remove } = node instanceof Element ? Element.prototype : CharacterData.prototype
  remove.call(node)
}
