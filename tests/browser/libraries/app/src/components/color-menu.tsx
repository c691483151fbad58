import { DropdownMenu } from '@kobalte/core/dropdown-menu'

/** A menu of Kobalte. It is an island, because it handles `onSelect`. */
export function ColorMenu() {
  const toggle = () => document.documentElement.classList.toggle('dark')
  return (
    <DropdownMenu>
      <DropdownMenu.Trigger>Colors</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content>
          <DropdownMenu.Item onSelect={toggle}>Light or dark</DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu>
  )
}
