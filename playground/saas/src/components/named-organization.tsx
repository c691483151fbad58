interface Props {
  id: string
  name: string
}

/** The fields of a form that name the organisation that it changes. */
export function NamedOrganization(props: Props) {
  return (
    <>
      <input type="hidden" name="organizationId" value={props.id} />
      <input type="hidden" name="organization" value={props.name} />
    </>
  )
}
