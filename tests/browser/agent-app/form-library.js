/** Handles a form as form libraries do: validates it asynchronously, then calls the handler of the app. */
export function createForm(options) {
  const state = { submitting: false }
  async function validate(values) {
    for await (const check of [Promise.resolve(true), Promise.resolve(values !== undefined)])
      if (!check) throw new Error('The form is invalid.')
  }
  return {
    async handleSubmit(event) {
      event.preventDefault()
      event.stopPropagation()
      if (state.submitting) return
      state.submitting = true
      try {
        await validate(Object.fromEntries(new FormData(event.target)))
        await new Promise((resolve) => requestAnimationFrame(resolve))
        return await options.onSubmit()
      } finally {
        state.submitting = false
      }
    },
  }
}
