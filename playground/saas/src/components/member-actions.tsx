import { remove, setRole } from '../server/organizations.api.ts'

interface Props {
  /** Id of the membership. */
  id: string
  name: string
  email: string
  role: string
}

/** Forms that change the role of a member, and that remove the member. */
export function MemberActions(props: Props) {
  const otherRole = () => (props.role === 'admin' ? 'member' : 'admin')
  return (
    <span class="row">
      <form action={setRole}>
        <input type="hidden" name="id" value={props.id} />
        <input type="hidden" name="email" value={props.email} />
        <input type="hidden" name="role" value={otherRole()} />
        <button class="quiet" type="submit" aria-label={`Make ${props.name} ${otherRole()}`}>
          Make {otherRole()}
        </button>
      </form>
      <form action={remove}>
        <input type="hidden" name="id" value={props.id} />
        <input type="hidden" name="email" value={props.email} />
        <button class="danger" type="submit" aria-label={`Remove ${props.name}`}>
          Remove
        </button>
      </form>
    </span>
  )
}
