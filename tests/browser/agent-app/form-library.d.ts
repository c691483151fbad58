export function createForm(options: { onSubmit(): unknown }): { handleSubmit(event: Event): Promise<unknown> }
