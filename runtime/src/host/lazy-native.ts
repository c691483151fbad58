/** Web objects of Node that are made late: merely to name `Request` or `Headers` loads 9 MB of code. */

/**
 * Gives the prototype of a class of ours what it lacks of a native class, from the native object behind each instance.
 * Instances are `instanceof` the native class, and the platform takes them for its own. `nativeOf` answers undefined for
 * what is no instance.
 */
export function inheritLate(
  own: object,
  nativeClass: () => { readonly prototype: object },
  nativeOf: (instance: unknown) => object | undefined,
): void {
  const late = new Proxy(
    {},
    {
      getPrototypeOf: () => nativeClass().prototype,
      has: (_, key) => key in nativeClass().prototype,
      get(_, key, instance) {
        const native = nativeOf(instance) ?? nativeClass().prototype
        const value: unknown = Reflect.get(native, key, native)
        return typeof value === 'function' ? value.bind(native) : value
      },
    },
  )
  Object.setPrototypeOf(own, late)
}
